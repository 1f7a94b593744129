import Foundation
import StorefrontBrowser
import StorefrontChromium
import StorefrontHarness

/// Pictures of the storefront's page, taken in a real browser.
@main struct ScreenshotsCommand {
  static func main() async {
    do {
      let folder = URL(
        filePath: CommandLine.arguments.dropFirst().first ?? "storefront-pictures",
        directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let browser = try await Chromium.launch()
      for picture in Picture.all {
        // Each has a shop of its own, so that none shows what another has bought.
        let host = try await BrowserHost(for: try await ServerProcess.start())
        guard let url = URL(string: picture.path, relativeTo: host.address) else { continue }
        let page = try await browser.open(url.absoluteURL, picture.window)
        try await picture.prepare(page)
        let file = folder.appending(path: "\(picture.name).png")
        let data = try await page.screenshot(of: picture.part)
        try data.write(to: file)
        print("\(file.path): \(data.count / 1024) KiB")
        await page.close()
      }
      await browser.close()
    } catch {
      print("The pictures could not be taken: \(error)")
      exit(1)
    }
  }
}
