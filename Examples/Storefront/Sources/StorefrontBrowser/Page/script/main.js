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

// The browser's back and forward buttons navigate in the first device. Only entries of this load have
// a depth on its stack.
const load = performance.timeOrigin;
history.replaceState({ ...history.state, depth: 1, load }, "");
addEventListener("popstate", ({ state }) => {
  const count = state?.load === load ? depth - state.depth : 0;
  if (count > 0) first.goBack(count);
  else first.press({ press: "open", text: location.pathname });
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
  // Before the first entry is another site.
  back: () => history.state.isPushed ? history.back() : first.goBack(1),
  shop(patch) {
    shop = patch;
    strip(patch);
  },
  screen(screen) {
    document.title = `${screen.title} · Storefront`;
    const address = screen.path + location.search;
    const isOpened = screen.depth > depth
      && history.state?.load === load && history.state.depth !== screen.depth;
    const state = { depth: screen.depth, load };
    if (isOpened) history.pushState({ ...state, isPushed: true }, "", address);
    else history.replaceState({ ...history.state, ...state }, "", address);
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
