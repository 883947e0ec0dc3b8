import Foundation
import PackagePlugin

/// Has `make-messages` write the texts of the English catalogue as members of `Message` before a target is compiled.
@main struct Messages: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target _: any Target) throws -> [Command] {
        let catalogue = context.package.directoryURL.appending(path: "Assets/Catalogues/en.yaml")
        let source = context.pluginWorkDirectoryURL.appending(path: "Message+Catalogue.swift")
        return [
            .buildCommand(
                displayName: "Writing the messages of en.yaml",
                executable: try context.tool(named: "make-messages").url,
                arguments: [catalogue.path(percentEncoded: false), source.path(percentEncoded: false)],
                inputFiles: [catalogue], outputFiles: [source])
        ]
    }
}
