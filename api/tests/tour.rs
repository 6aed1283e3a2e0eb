//! Every line of docs/API.md, run in one shell against a real shop.
#![allow(clippy::unwrap_used)]

mod support;

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use support::World;
use tokio::process::Command;

/// `#> words` becomes a look at what was printed since the last look.
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

/// The page's shell blocks as one script. Within a row of expectations all look at the same output.
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
    // One by its code, one by a number, whose delivery the tour does not wait for.
    let completed = "select count(*) from orders where status = 'completed'";
    world.until("both are delivered", async || (world.count(completed).await == 2).then_some(())).await;
    assert_eq!(world.count("select count(*) from orders").await, 2, "a repeated wish is one order");
    assert_eq!(world.audit().await, []);
}
