//! Every line of docs/API.md, run in one shell against a real shop.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::support::World;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};

/// `#> words` checks the output since the last check.
const HEAD: &str = r#"
set -eu
looked=0
expect() {
  if ! tail -c "+$((looked + 1))" "$OUT" | grep -qF -- "$2"; then
    echo "line $1 of the page expects: $2" >&2
    echo "printed was: $(tail -c "+$((looked + 1))" "$OUT")" >&2
    exit 1
  fi
}
"#;

/// Returns the page's shell blocks as one script. A row of expectations all check the same output.
fn script(page: &str) -> String {
    let mut script = HEAD.to_owned();
    let (mut inside, mut expecting) = (false, false);
    for (number, line) in (1..).zip(page.lines()) {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match line.strip_prefix("#> ") {
                Some(words) => {
                    script += &format!("expect {number} '{}'\n", words.replace('\'', r"'\''"));
                    expecting = true;
                }
                None => {
                    if std::mem::take(&mut expecting) {
                        script += "looked=$(wc -c <\"$OUT\")\n";
                    }
                    script += line;
                    script.push('\n');
                }
            },
        }
    }
    script
}

#[tokio::test(flavor = "multi_thread")]
async fn every_line_of_the_tour_is_true() {
    let world = World::shop().await;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = std::fs::read_to_string(root.join("docs/API.md")).unwrap();
    let script = script(&page);
    assert!(script.matches("\nexpect ").count() > 20, "the page still has its expectations");
    let out = std::env::temp_dir().join(format!("manao-tour-{}", std::process::id()));
    let shell = Command::new("sh")
        .args(["-c", &script])
        .current_dir(root)
        .env("SHOP", &world.url)
        .env("SANDBOX", &world.sandbox.base_url)
        .env("OUT", &out)
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(&out).unwrap())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(90), shell.wait_with_output()).await.expect("the tour ends").unwrap();
    std::fs::remove_file(&out).unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    // One by its code, one by a number and one at a bank, whose deliveries the tour does not wait for.
    let completed = "select count(*) from shop.orders where status = 'completed'";
    world.until("all are delivered", async || (world.count(completed).await == 3).then_some(())).await;
    assert_eq!(world.count("select count(*) from shop.orders").await, 3, "a repeated wish is one order");
    assert_eq!(world.audit().await, []);
}

/// Imitates one connection of a hub that says hello and waits for the subscription, whose position it answers.
async fn connected(listener: &TcpListener, answer: impl FnOnce(&Value) -> Vec<Value>) -> Value {
    let (stream, _) = listener.accept().await.unwrap();
    #[allow(clippy::result_large_err, reason = "the shape of the library's callback")]
    let protocol = |_: &Request, mut response: Response| {
        response.headers_mut().insert("sec-websocket-protocol", "manao.v2".parse().unwrap());
        Ok(response)
    };
    let mut socket = tokio_tungstenite::accept_hdr_async(stream, protocol).await.unwrap();
    let subscribe = loop {
        let Message::Text(text) = socket.next().await.unwrap().unwrap() else { continue };
        let frame: Value = serde_json::from_str(&text).unwrap();
        if frame["type"] == "subscribe" {
            break frame;
        }
        socket.send(Message::text(json!({"type": "welcome", "session": "s", "heartbeat": 25_000}).to_string())).await.unwrap();
    };
    for frame in answer(&subscribe) {
        socket.send(Message::text(frame.to_string())).await.unwrap();
    }
    // All of it arrives; then the connection breaks, without a close frame.
    tokio::io::AsyncWriteExt::shutdown(socket.get_mut()).await.unwrap();
    while let Some(Ok(_)) = socket.next().await {}
    subscribe
}

#[tokio::test]
async fn the_example_that_is_cut_goes_on_where_it_was() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let shop = format!("http://{}", listener.local_addr().unwrap());
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs/examples/listen.mjs");
    let client = Command::new("node")
        .args(["--no-warnings", "--experimental-websocket"])
        .arg(example)
        .args([shop.as_str(), "public:news", "", "the last"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let event = |offset: u64, data: &str| json!({"type": "event", "topic": "public:news", "offset": offset, "data": data});
    let subscribed = |epoch: &str, offset: u64, recovered: bool, events: &[Value]| json!({"type": "subscribed", "topic": "public:news", "kind": "log", "epoch": epoch, "offset": offset, "recovered": recovered, "events": events});
    let place = |frame: &Value| (frame["epoch"].clone(), frame["offset"].clone());
    let first = connected(&listener, |_| vec![subscribed("a", 5, false, &[]), event(6, "six")]).await;
    assert_eq!(place(&first), (Value::Null, Value::Null));
    // The connection breaks before it is answered, and after.
    let second = connected(&listener, |_| vec![]).await;
    assert_eq!(place(&second), (json!("a"), json!(6)));
    let missed = [event(7, "seven"), event(8, "eight")];
    let third = connected(&listener, |_| vec![subscribed("a", 8, true, &missed)]).await;
    assert_eq!(place(&third), (json!("a"), json!(6)));
    let fourth = connected(&listener, |_| vec![subscribed("b", 2, false, &[])]).await;
    assert_eq!(place(&fourth), (json!("a"), json!(8)), "what stood in the answer was seen");
    let fifth = connected(&listener, |_| vec![subscribed("b", 3, true, &[event(3, "the last")])]).await;
    assert_eq!(place(&fifth), (json!("b"), json!(2)), "of the old numbering nothing is left");
    let ended = client.wait_with_output().await.unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let seen = String::from_utf8(ended.stdout).unwrap();
    let seen: Vec<Value> = seen.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["data"].clone()).collect();
    assert_eq!(seen, ["six", "seven", "eight", "the last"]);
}
