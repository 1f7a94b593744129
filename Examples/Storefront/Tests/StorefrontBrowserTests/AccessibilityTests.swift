import StorefrontChromium
import StorefrontHarness
import Testing

extension OneByOne {
  /// The requirements for a page that every user can use.
  @Suite struct AccessibilityTests {
    static let paths = [
      "/feed", "/search", "/account", "/goods/apple", "/user/ada", "/product/lamp",
    ]

    @Test(arguments: paths, [false, true])
    func everyTextCanBeReadAndEveryControlHasAName(path: String, isDark: Bool) async throws {
      let page = try await BrowserShop.open().page(path, .init(isDark: isDark))
      try await page.wait(for: "[data-key]")
      try await page.press(controlNamed: "Trace")
      if path == "/account" {
        // Failures are texts as well.
        try await page.click(ChromiumPage.component("form/save"))
        try await page.wait(for: ".failure:not(:empty)")
      }
      if path == "/feed" {
        try await page.click("[aria-label^='Timeline of']")
        try await page.press(controlNamed: "Fail next")
        try await page.click(ChromiumPage.component("like/bread"))
        try await page.wait(for: ".timeline .dot.rollback")
      }
      if path.hasPrefix("/goods") {
        try await page.press(controlNamed: "Buy one")
        try await page.wait(for: ".trace .event")
      }
      // Waits for animations, since an appearing element has less contrast.
      try await page.wait(until: "document.getAnimations().length === 0")
      let faint = try await page.evaluate(Self.contrast).list.compactMap(\.text)
      #expect(faint == [])
      let roles = ["button", "link", "textbox", "spinbutton", "combobox", "image", "img"]
      let nodes = try await page.accessibilityNodes()
      #expect(nodes.contains { $0.role == "button" })
      for node in nodes where roles.contains(node.role) {
        #expect(!node.name.isEmpty, "a \(node.role) without a name")
      }
    }

    @Test func componentsSayWhatTheirAccessibilityDataSay() async throws {
      let page = try await BrowserShop.open().page("/feed")
      try await page.wait(forLikes: 0, on: "bread")
      let like = ChromiumPage.element(ChromiumPage.component("like/bread"))
      let look = "((e) => [e.ariaLabel, e.getAttribute('aria-description'), e.ariaPressed])"
      let before = try await page.evaluate("\(look)(\(like))").list
      #expect(before == ["Like, First loaf of the year", "Off, 0", "false"])
      try await page.click(ChromiumPage.component("like/bread"))
      try await page.wait(forLikes: 1, on: "bread")
      let after = try await page.evaluate("\(look)(\(like))").list
      #expect(after == ["Like, First loaf of the year", "On, 1", "true"])
      try await page.waitForComponent("sunrise/avatar/ada")
      let avatar = ChromiumPage.element(ChromiumPage.component("sunrise/avatar/ada"))
      let said = try await page.evaluate("\(look)(\(avatar))").list
      #expect(said.prefix(2) == ["Ada", "Gold member"])
    }

    @Test func nothingMovesForWhoeverWantsNoMovement() async throws {
      let page = try await BrowserShop.open().page("/feed")
      try await page.wait(forLikes: 0, on: "bread")
      try await page.reduceMotion()
      try await page.record("like/bread")
      try await page.click(ChromiumPage.component("like/bread"))
      try await page.wait(forLikes: 1, on: "bread")
      #expect(try await page.noted().allSatisfy { $0.running == 0 })
    }

    @Test func nothingIsWiderThanAPhone() async throws {
      let shop = try await BrowserShop.open()
      for path in Self.paths {
        let page = try await shop.page(path, .init(width: 360, height: 740))
        try await page.wait(for: "[data-key]")
        for _ in ["without the lab", "with it"] {
          let width = try await page.evaluate("document.documentElement.scrollWidth").int
          #expect(width == 360, "\(path)")
          try await page.press(controlNamed: "Lab")
        }
      }
    }

    /// The texts whose contrast is below WCAG's 4.5 (3 for large ones; disabled controls are exempt).
    static let contrast = """
      (() => {
        const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
        const rgba = (color) => {
          canvas.clearRect(0, 0, 1, 1);
          canvas.fillStyle = color;
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
          return [r, g, b, a / 255];
        };
        const over = (top, below) =>
          top.slice(0, 3).map((value, i) => value * top[3] + below[i] * (1 - top[3]));
        const light = (rgb) => rgb.map((value) => value / 255)
          .map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
          .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
        const behind = (element) => {
          const layers = [];
          for (let each = element; each; each = each.parentElement) {
            layers.push(rgba(getComputedStyle(each).backgroundColor));
          }
          return layers.reduceRight((below, top) => over(top, below), [255, 255, 255]);
        };
        const faint = [];
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const element = texts.currentNode.parentElement;
          const words = texts.currentNode.textContent.trim();
          if (!words || element.closest(":disabled, option, .hidden, [aria-hidden=true]")) continue;
          if (!element.checkVisibility({ visibilityProperty: true })) continue;
          const style = getComputedStyle(element);
          const isDrawn = element instanceof SVGElement;
          const below = isDrawn ? drawnBehind(element) : behind(element);
          const ink = over(rgba(isDrawn ? style.fill : style.color), below);
          const [one, two] = [light(ink), light(below)];
          const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
          const size = parseFloat(style.fontSize);
          const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
          if (ratio < (isLarge ? 3 : 4.5)) {
            faint.push(`${words.slice(0, 40)}: ${ratio.toFixed(2)} in ${element.className || element.tagName}`);
          }
        }
        return faint;
        // The background of a text in a drawing is the chip drawn before it, or the drawer.
        function drawnBehind(text) {
          const former = text.previousElementSibling;
          const ground = behind(text.closest("section"));
          return former?.tagName === "rect" ? over(rgba(getComputedStyle(former).fill), ground) : ground;
        }
      })()
      """
  }
}
