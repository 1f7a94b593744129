// Three experiments, performed by presses as a user would perform them.

// `shop` returns the last patch of the shop; `first` and `second` return the devices.
export function experiments({ shop, first, second }) {
  const like = "like/sunrise";
  const apple = "cart/apple";
  // One experiment runs at a time; meanwhile, another press does nothing.
  let isRunning = false;
  const experiment = (name, steps) => ({ name, async run() {
    if (isRunning) return;
    isRunning = true;
    try { await steps(); } finally { isRunning = false; }
  } });
  return [
    experiment("Like without the server", async () => {
      first().say("The server is stopped, and a post is liked: the like is rolled back. Then the server starts.");
      await show(first(), "/feed", like);
      await serve(false);
      const former = first().history.get(like)?.at(-1);
      first().act(like, "tap");
      try {
        await until(() => {
          const entries = first().history.get(like) ?? [];
          return entries.slice(entries.lastIndexOf(former) + 1).some((entry) => entry.cause === "rollback");
        });
        await pause(1500);
      } finally {
        await serve(true);
      }
    }),
    experiment("Five fast presses", async () => {
      first().say("Replies are held, and plus is pressed five times: two requests, and the number never steps back.");
      await serve(true);
      await show(first(), "/product/apple", apple);
      first().press({ press: "holdReplies", flag: true });
      for (let presses = 0; presses < 5; presses += 1) first().act(apple, "add");
      await pause(1500);
      first().press({ press: "holdReplies", flag: false });
    }),
    experiment("Two phones at once", async () => {
      const other = second();
      first().say("Both devices like the same post. Requests of the first device take three seconds.");
      await serve(true);
      // With the timeline of the first device alone, both phones are beside each other.
      await Promise.all([show(first(), "/feed", like), open(other, "/feed", like)]);
      first().press({ press: "latency", number: 3000 });
      first().act(like, "tap");
      await pause(500);
      other.act(like, "tap");
      await pause(3500);
      first().press({ press: "latency", number: 0 });
    }),
  ];

  async function serve(isWanted) {
    if (shop().isRunning !== isWanted) first().press({ press: isWanted ? "start" : "stop" });
    await until(() => shop().isRunning === isWanted);
  }
}

// Opens a screen, and the timeline of one of its components.
async function show(device, path, key) {
  await open(device, path, key);
  device.openTimeline(key);
}

async function open(device, path, key) {
  await until(() => device.path !== undefined);
  if (device.path !== path) device.press({ press: "open", text: path });
  await until(() => device.path === path && device.find(key));
  device.places.get(device.find(key)).scrollIntoView({ block: "nearest" });
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

// Waits for ten seconds; after that, the user must have interrupted the experiment.
async function until(isTrue) {
  for (let looks = 0; looks < 200; looks += 1) {
    if (isTrue()) return;
    await pause(50);
  }
  throw new Error("The experiment was interrupted");
}
