// Follows one live topic and prints each event as a line of JSON; when the line breaks it resumes where it was.
//   node --experimental-websocket listen.mjs SHOP TOPIC [GRANT] [TEXT]
// It ends well when an event contains TEXT, for instance '"status":"completed"', and badly after half a minute. The flag is for
// Node before 22, whose WebSocket is not on by default. TOKEN in the environment says who listens; without it: a visitor.
const [shop, topic, grant, text] = process.argv.slice(2);
let seen = {}; // epoch and offset of the last event that was seen, whatever came of the line since

function show(event) {
  console.log(JSON.stringify(event));
  if (text && JSON.stringify(event).includes(text)) process.exit(0);
}

function listen() {
  const socket = new WebSocket(`${shop.replace(/^http/, "ws")}/ws`, "manao.v2");
  const send = (frame) => socket.send(JSON.stringify(frame));
  socket.onopen = () => send({ type: "hello", token: process.env.TOKEN });
  socket.onclose = ({ code }) => {
    console.error(`closed (${code}), connecting again`);
    setTimeout(listen, 500);
  };
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.type === "ping") return send({ type: "pong" });
    if (frame.type === "welcome") return send({ type: "subscribe", topic, grant: grant || undefined, ...seen });
    // Refused; or the right to the topic has ended, with its grant for instance: read the resource by REST, which brings a new one.
    if (frame.type === "error" || frame.type === "unsubscribed") return console.error(data);
    if (frame.topic !== topic) return;
    if (frame.type === "subscribed") {
      // Recovered: what was missed is inside. Not recovered: read the resource by REST now, and go on from here.
      console.error(`joined ${topic} at ${frame.offset}, ${frame.recovered ? "nothing is missing" : "read it by REST"}`);
      seen = { epoch: frame.epoch, offset: frame.offset };
      frame.events.forEach(show);
    }
    if (frame.type === "event") {
      seen.offset = frame.offset;
      show(frame);
    }
  };
}

listen();
setTimeout(() => process.exit(1), 30_000);
