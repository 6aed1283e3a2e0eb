//! Starts a server in the folder named first, tells so by a file `up` in it, and holds on: the tests kill it.

use std::path::PathBuf;
use std::time::Duration;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let data = PathBuf::from(std::env::args_os().nth(1).unwrap_or_default());
    let _server = manao_postgres::start(manao_postgres::Options { data: data.clone(), home: None, fast: true }).await?;
    std::fs::write(data.join("up"), "")?;
    tokio::time::sleep(Duration::from_secs(600)).await;
    Ok(())
}
