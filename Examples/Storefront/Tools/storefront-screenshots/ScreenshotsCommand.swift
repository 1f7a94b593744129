import ArgumentParser
import Foundation
import StorefrontBrowser
import StorefrontChromium
import StorefrontCommand
import StorefrontHarness

/// Takes pictures of the storefront's page in a real browser.
@main struct ScreenshotsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storefront-screenshots",
    abstract: "Takes pictures of the storefront's page in a real browser.")

  @Argument(help: "Where the pictures go.")
  var folder = "storefront-pictures"

  func run() async {
    Interruption.handle()
    do {
      let folder = URL(filePath: folder, directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let browser = try await Chromium.launch()
      for picture in Picture.all {
        // Each picture has its own server, so that it shows no changes from another one.
        let host = try await BrowserHost(for: try await ServerProcess.start())
        guard let url = URL(string: picture.path, relativeTo: host.address) else { continue }
        let page = try await browser.open(url.absoluteURL, picture.window)
        try await picture.prepare(page)
        let file = folder.appending(path: "\(picture.name).png")
        let data = try await page.screenshot()
        try data.write(to: file)
        print("\(file.path): \(data.count / 1024) KiB")
        await page.close()
      }
      await browser.close()
    } catch {
      print("The pictures could not be taken: \(error)")
      Foundation.exit(1)
    }
  }
}
