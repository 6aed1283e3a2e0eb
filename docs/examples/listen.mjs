// Follows one live topic and prints each event as a line of JSON; when the line breaks it resumes where it was.
//   node --experimental-websocket listen.mjs SHOP TOPIC [GRANT] [TEXT]
// It ends well when an event contains TEXT, for instance '"status":"completed"', and badly after half a minute. The flag is for
// Node before 22, whose WebSocket is not on by default. TOKEN in the environment says who listens; without it: a visitor.
const [shop, topic, grant, text] = process.argv.slice(2);
let seen = {}; // epoch and offset of the last event that was seen, whatever came of the line since

function listen() {
  const socket = new WebSocket(`${shop.replace(/^http/, "ws")}/ws`, "manao.v1");
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
    if (frame.type === "error") return console.error(data);
    if (frame.topic !== topic) return;
    if (frame.type === "subscribed") {
      // Recovered: what was missed follows, and is seen only then; the line may break before. Not recovered: read the resource by
      // REST now, and go on from here.
      console.error(`joined ${topic} at ${frame.offset}, ${frame.recovered ? "nothing is missing" : "read it by REST"}`);
      if (!frame.recovered) seen = { epoch: frame.epoch, offset: frame.offset };
      else if (frame.epoch !== seen.epoch) seen = { epoch: frame.epoch };
    }
    if (frame.type === "event") {
      seen.offset = frame.offset;
      console.log(data);
      if (text && data.includes(text)) process.exit(0);
    }
  };
}

listen();
setTimeout(() => process.exit(1), 30_000);
