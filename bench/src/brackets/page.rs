//! The bracket's page in Chromium: `web/scripts/bracket-page.mjs` drives it.

use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::shop::{Member, Shop};

/// Returns the measurements, in words. The web must be built.
pub async fn measure(shop: &Shop, promoter: &Member, id: i64) -> Result<String> {
    let mut child = Command::new("node")
        .arg("scripts/bracket-page.mjs")
        .current_dir("web")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("node")?;
    let asked = json!({"origin": shop.url, "id": id, "token": promoter.token}).to_string();
    child.stdin.take().context("no way in")?.write_all(asked.as_bytes()).await?;
    let output = child.wait_with_output().await?;
    ensure!(output.status.success(), "the page could not be measured");
    let told: Value = serde_json::from_slice(&output.stdout)?;
    let number = |of: &str, what: &str| told[of][what].as_f64().unwrap_or(f64::NAN);
    let pair = |of: &str| format!("{:.0} (worst {:.0})", number(of, "median"), number(of, "worst"));
    Ok(format!(
        "The page of a bracket of 1,024 in Chromium, 1280 × 900, nothing kept, all on this machine: first paint after {} ms, its first card after \
         {} ms, {} cards in the document. {} results: from the promoter's request to the card painted {} ms, of which the call itself took {}; the \
         longest task of the page {:.0} ms (0: none above 50). Moved by the wheel: a frame {:.0} ms, p95 {:.0}, worst {:.0}.",
        pair("paint"),
        pair("card"),
        told["cards"],
        told["results"],
        pair("painted"),
        pair("call"),
        told["updateTask"].as_f64().unwrap_or(f64::NAN),
        number("frame", "median"),
        number("frame", "p95"),
        number("frame", "worst")
    ))
}
