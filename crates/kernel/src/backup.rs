//! `manao backup` and `manao restore`: one copy of the bundled database and the folder of files, complete or rejected.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use manao_postgres::Options;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::command::Database;
use crate::settings::Settings;

/// Manifest of a copy, written last: a copy without it was not finished.
const MANIFEST: &str = "manifest.json";

#[derive(Serialize, Deserialize)]
struct Manifest {
    /// Version of the program that made the copy
    version: String,
    /// SHA-256 of each file, by its path in the copy
    files: BTreeMap<String, String>,
}

/// Copies database and files to `folder`, which must be empty or not exist, while the shop runs. Returns instructions for the copy.
///
/// # Errors
/// When the database is not the bundled one, or the copy cannot be written.
pub async fn backup(settings: &Settings, database: &Database, folder: &Path) -> Result<String> {
    let embedded = database.embedded().context("DATABASE_URL is set: use PostgreSQL's own tools (pg_basebackup, pg_dump)")?;
    let is_empty = || Ok::<_, std::io::Error>(std::fs::read_dir(folder)?.next().is_none());
    ensure!(!folder.exists() || is_empty()?, "{} is not empty", folder.display());
    embedded.backup(&folder.join("pg")).await?;
    // After the database: a file unknown to it is harmless, a missing one is not.
    let files = files_folder(settings);
    if let Some(files) = files.as_ref().filter(|files| files.is_dir()) {
        copy_tree(files, &folder.join("files"))?;
    }
    let manifest = Manifest { version: env!("CARGO_PKG_VERSION").to_owned(), files: hashes(folder)? };
    std::fs::write(folder.join(MANIFEST), serde_json::to_vec_pretty(&manifest)?)?;
    let store = if files.is_some() { "" } else { " The files lie in a store of their own (FILES_URL): copy them there." };
    Ok(format!(
        "{} files in {}.{store} Keep JWT_SECRET and VOUCHER_KEY (MANAO_DATA/secrets) apart from it: without VOUCHER_KEY nobody reads what is sealed.",
        manifest.files.len(),
        folder.display()
    ))
}

/// Restores a copy into MANAO_DATA, which must not hold a database.
///
/// # Errors
/// When the copy is incomplete, or there is a database already.
pub fn restore(settings: &Settings, folder: &Path) -> Result<String> {
    ensure!(settings.database_url.is_none(), "DATABASE_URL is set: use PostgreSQL's own tools");
    let manifest = std::fs::read(folder.join(MANIFEST));
    let manifest = manifest.with_context(|| format!("{} is no finished copy: it has no {MANIFEST}", folder.display()))?;
    let manifest: Manifest = serde_json::from_slice(&manifest).context(MANIFEST)?;
    let mut found = hashes(folder)?;
    found.remove(MANIFEST);
    for (path, hash) in &manifest.files {
        ensure!(found.get(path) == Some(hash), "{path} is missing or was changed");
    }
    ensure!(found.len() == manifest.files.len(), "{} holds files that are none of the copy's", folder.display());
    let options = Options { data: settings.manao_data.clone(), home: settings.postgres_home.clone(), fast: false };
    manao_postgres::restore(&options, &folder.join("pg"))?;
    if let Some(files) = files_folder(settings)
        && folder.join("files").is_dir()
    {
        copy_tree(&folder.join("files"), &files)?;
    }
    Ok(format!("Restored from {}. Put JWT_SECRET and VOUCHER_KEY back before the first start.", folder.display()))
}

/// Returns the folder of the files, if the store is a folder.
fn files_folder(settings: &Settings) -> Option<PathBuf> {
    let folder = settings.files_url.strip_prefix("file:")?;
    Some(PathBuf::from(folder.strip_prefix("//").unwrap_or(folder)))
}

fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to).with_context(|| format!("make {}", to.display()))?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), &target).with_context(|| format!("copy {}", entry.path().display()))?;
        }
    }
    Ok(())
}

fn hashes(folder: &Path) -> Result<BTreeMap<String, String>> {
    fn walk(root: &Path, folder: &Path, all: &mut BTreeMap<String, String>) -> Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                walk(root, &path, all)?;
                continue;
            }
            let mut hash = Sha256::new();
            std::io::copy(&mut std::fs::File::open(&path)?, &mut Hashing(&mut hash))?;
            all.insert(path.strip_prefix(root)?.to_string_lossy().into_owned(), hex::encode(hash.finalize()));
        }
        Ok(())
    }
    let mut all = BTreeMap::new();
    walk(folder, folder, &mut all)?;
    Ok(all)
}

struct Hashing<'a>(&'a mut Sha256);

impl std::io::Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
