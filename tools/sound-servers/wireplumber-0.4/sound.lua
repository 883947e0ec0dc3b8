-- What WirePlumber 0.4 has to do here: give clients access, choose the default nodes, link streams to them.
components = {}

local function module(name, args)
  components[name] = { "libwireplumber-module-" .. name, type = "module", args = args }
end

local function script(name, args)
  components[name] = { name, type = "script/lua", args = args }
end

module("metadata")
module("default-nodes", { ["use-persistent-storage"] = false })
module("default-nodes-api")
module("si-node")
module("si-audio-adapter")
module("si-standard-link")
module("si-audio-endpoint")
module("mixer-api")
script("access/access-default.lua", { rules = {} })
script("static-endpoints.lua", {})
script("create-item.lua", {})
script("policy-node.lua", { ["move"] = true, ["follow"] = true })
