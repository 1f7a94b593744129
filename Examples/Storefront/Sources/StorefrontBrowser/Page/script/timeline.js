// Draws the events of one item: the displayed and confirmed values, and the in-flight and queued intents.
import { draw, make } from "./dom.js";

const step = 52;
const left = 66;
const columns = 7;
const width = left + columns * step;
const plot = { top: 30, bottom: 118 };
const why = 142;
const lanes = [["inflight", "in flight", 156], ["queued", "queued", 184], ["confirmed", "confirmed", 212]];
const height = 238;
const causes = {
  user: "user", confirm: "confirmed", rollback: "rolled back", adjust: "adjusted",
  external: "external", heard: "no change", sent: "sent",
};

export class Timeline {
  constructor(label, close) {
    this.figure = make("div");
    this.events = make("ol", { class: "events", "aria-label": "Events, the newest first", tabindex: "0" });
    this.element = make("section", { class: "drawer timeline", "aria-label": `Timeline of ${label}` },
      make("header", {}, make("h2", {}, label),
        make("button", { class: "close", type: "button", "aria-label": "Close the timeline", onclick: close }, "✕")),
      make("p", { class: "hint" },
        "The solid line is the displayed value, and the dotted line is the confirmed value. "
        + "The area between them is optimistic."),
      this.figure, this.events);
  }

  show(entries, isNew) {
    const recent = entries.slice(-columns);
    this.figure.replaceChildren(recent.length > 0 ? this.picture(recent, isNew, entries.length > columns)
      : make("p", { class: "hint" }, "No events yet. Press the component."));
    this.events.replaceChildren(...entries.slice(-30).reverse().map((entry) =>
      make("li", {}, make("span", {}, entry.event), make("span", {}, entry.displayed.words),
        make("span", { class: `cause ${entry.cause}` }, causes[entry.cause] ?? entry.cause))));
  }

  picture(entries, isNew, isFull) {
    const levels = entries.flatMap((entry) => [entry.confirmed.level, entry.displayed.level]);
    const low = Math.min(...levels);
    const span = Math.max(Math.max(...levels) - low, 1);
    const x = (index) => left + index * step + step / 2;
    const y = (level) => plot.bottom - (plot.bottom - plot.top) * (level - low) / span;
    const picture = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
    for (const [name, title, top] of lanes) {
      picture.append(words({ class: "name", x: 0, y: top + 16 }, title),
        draw("rect", { class: "lane", x: left, y: top, width: columns * step, height: 24, rx: 8 }));
    }
    picture.append(words({ class: "name", x: 0, y: plot.top + 4 }, "displayed"),
      draw("path", { class: "guide", d: `M${left} ${plot.bottom + 12} H${width}` }));

    const moving = draw("g", { class: isNew && isFull ? "moving" : "still" });
    moving.style.setProperty("--step", `${step}px`);
    const shown = stairs(entries, (entry) => y(entry.displayed.level));
    const truth = stairs(entries, (entry) => y(entry.confirmed.level));
    entries.forEach((entry, index) => {
      // The whole column of a rollback is shaded.
      if (entry.cause !== "rollback") return;
      moving.append(draw("rect", {
        class: "back", x: left + index * step + 1, y: 4, width: step - 2, height: why + 4, rx: 10,
      }));
    });
    moving.append(
      draw("path", { class: "hope", d: `${path(shown)} ${path([...truth].reverse(), "L")} Z` }),
      draw("path", { class: "truth-line", d: path(truth) }),
      draw("path", { class: "shown-line", d: path(shown) }));
    entries.forEach((entry, index) => {
      const former = entries[index - 1];
      if (entry.cause === "rollback" && former && former.displayed.level !== entry.displayed.level) {
        const edge = left + index * step;
        const [from, to] = [y(former.displayed.level), y(entry.displayed.level)];
        const tip = to > from ? -7 : 7;
        moving.append(draw("path", {
          class: "fall", d: `M${edge} ${from} V${to} m-6 ${tip} l6 ${-tip} l6 ${tip}`,
        }));
      }
      const isNewest = isNew && index === entries.length - 1;
      const column = draw("g", { class: isNewest ? "newest" : "older" });
      const level = y(entry.displayed.level);
      column.append(
        draw("circle", { class: `dot ${entry.cause}`, cx: x(index), cy: level, r: 6 }),
        words({ class: "value", x: x(index), y: level - 12, "text-anchor": "middle" }, entry.displayed.words),
        words({ class: `why ${entry.cause}`, x: x(index), y: why, "text-anchor": "middle" },
          entry.cause === "heard" ? "same" : entry.cause));
      moving.append(column);
    });
    for (const [name, , top] of lanes) {
      for (const run of runs(entries, name)) {
        moving.append(draw("rect", {
          class: `chip ${name}`, x: left + run.from * step + 1, y: top + 1,
          width: (run.to - run.from + 1) * step - 2, height: 22, rx: 7,
        }), words({ x: (x(run.from) + x(run.to)) / 2, y: top + 16, "text-anchor": "middle" }, run.words));
      }
    }
    picture.append(moving);
    const last = entries.at(-1);
    picture.setAttribute("aria-label", `Displayed ${last.displayed.words}, confirmed ${last.confirmed.words}`
      + (last.inFlight ? `, in flight ${last.inFlight}` : "") + (last.queued ? `, queued ${last.queued}` : "")
      + `; cause: ${last.cause === "heard" ? causes.heard : last.cause}`);
    return picture;
  }
}

function words(attributes, text) {
  return draw("text", attributes, text);
}

// The corners of a line that is horizontal in each column and steps between columns.
function stairs(entries, y) {
  return entries.flatMap((entry, index) =>
    [[left + index * step, y(entry)], [left + (index + 1) * step, y(entry)]]);
}

function path(corners, first = "M") {
  return corners.map(([x, y], index) => `${index === 0 ? first : "L"}${x} ${y}`).join(" ");
}

// Joins adjacent columns with equal entries into one chip.
function runs(entries, lane) {
  const textOf = (entry) => ({
    inflight: entry.inFlight, queued: entry.queued, confirmed: entry.confirmed.words,
  })[lane];
  const found = [];
  entries.forEach((entry, index) => {
    const text = textOf(entry);
    const last = found.at(-1);
    if (!text) return;
    if (last && last.to === index - 1 && last.words === text) last.to = index;
    else found.push({ from: index, to: index, words: text });
  });
  return found;
}
