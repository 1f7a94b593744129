// Builds the page. The address of the page is the deep link of the first device.
import { DeviceView } from "./device.js";
import { experiments } from "./experiments.js";
import { buildStrip } from "./strip.js";

const desk = document.querySelector(".desk");
const query = new URLSearchParams(location.search);
const user = query.get("user") ?? "ada";
let depth = 1;
let secondDevice;
let shop = { isRunning: true };

// The browser's back and forward buttons navigate in the first device.
history.replaceState({ depth: 1 }, "");
addEventListener("popstate", (event) => {
  const wanted = event.state?.depth ?? 1;
  const count = depth - wanted;
  if (count > 0) first.goBack(count);
  else if (count < 0) first.press({ press: "open", text: location.pathname });
});

const strip = buildStrip(document.querySelector(".strip"), {
  press: (message) => first.press(message),
  second: toggleSecond,
  isSecond: query.has("second"),
  experiments: experiments({
    shop: () => shop,
    first: () => first,
    second: () => {
      if (!secondDevice) document.querySelector("[data-control=second]").click();
      return secondDevice;
    },
  }),
});

const first = new DeviceView("First device", location.pathname, user, {
  back: () => history.back(),
  shop(patch) {
    shop = patch;
    strip(patch);
  },
  screen(screen) {
    document.title = `${screen.title} · Storefront`;
    const address = screen.path + location.search;
    if (screen.depth > depth && history.state?.depth !== screen.depth) {
      history.pushState({ depth: screen.depth }, "", address);
    } else {
      history.replaceState({ depth: screen.depth }, "", address);
    }
    depth = screen.depth;
  },
});
desk.append(first.element);
if (query.has("second")) toggleSecond();

function toggleSecond() {
  if (secondDevice) {
    secondDevice.end();
    secondDevice = undefined;
    return false;
  }
  secondDevice = new DeviceView("Second device", "/feed", query.get("second") || (user === "ben" ? "ada" : "ben"));
  desk.append(secondDevice.element);
  return true;
}
