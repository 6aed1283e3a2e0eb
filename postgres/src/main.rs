//! `manao-dev-db`: a database for development. Prints its DATABASE_URL once it has the shape of `migrations/`.
//!
//! `manao-dev-db [fresh]` — with `fresh` it is made anew first. The server ends by itself a minute after nobody is left.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use manao_postgres::{Options, shared};
use sha2::{Digest as _, Sha256};
use sqlx::Connection as _;
use sqlx::migrate::Migrator;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let fresh = std::env::args().nth(1).as_deref() == Some("fresh");
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().context("no workspace")?.to_owned();
    let hash = hex::encode(&Sha256::digest(root.as_os_str().as_encoded_bytes())[..6]);
    let data = std::env::temp_dir().join(format!("manao-dev-{}-{hash}", nix::unistd::getuid()));
    let shared = shared(Options { data: data.clone(), home: None, fast: true }).await?;
    // The shell that called us may live longer than we do: keep the server as long as it.
    let caller = nix::unistd::getppid().to_string();
    std::fs::write(data.join("users").join(caller), "")?;
    let migrator = Migrator::new(root.join("migrations")).await?;
    let mut fresh = fresh;
    loop {
        shared.ensure("dev", fresh).await?;
        let mut connection = sqlx::PgConnection::connect_with(&shared.connect_options("dev")).await?;
        match migrator.run(&mut connection).await {
            Ok(()) => break,
            // A step was changed or renumbered since: nothing in this database is worth keeping.
            Err(error) if !fresh => eprintln!("making the database anew: {error}"),
            Err(error) => return Err(error.into()),
        }
        fresh = true;
    }
    println!("{}", shared.url("dev"));
    Ok(())
}
