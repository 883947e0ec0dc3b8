#if Web
import Assets
import Hummingbird
import MeetingTiming
import Sound
import Web

/// The files that all pages use.
struct WebAssets: Sendable {
    /// Finds them; throws if one is missing.
    init() throws(AssetError) {
        for asset in WebAsset.allCases { _ = try AssetFolder.locate(asset.path) }
    }

    /// Browsers keep an asset, and ask each time whether it has changed.
    func response(to exchange: Exchange, _ asset: WebAsset, disk: DiskExecutor) throws -> Response {
        let file = try ReadableFile(path: AssetFolder.locate(asset.path))
        var response = ServedBytes(file, mediaType: asset.mediaType).response(to: exchange, disk: disk)
        response.headers[.cacheControl] = "no-cache"
        return response
    }
}
#endif
