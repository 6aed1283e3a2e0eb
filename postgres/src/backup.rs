//! A copy of the whole server, made while it runs, and put back where there is none: PostgreSQL's own way of a base backup, without its
//! client programs, which are not in the bundle.

use std::fs::File;
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use nix::unistd::{Gid, Uid, chown};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use crate::owned::Embedded;
use crate::place::Place;
use crate::{Options, home};

/// Folders whose content is made anew at each start, or copied apart.
const LEFT_OUT: &[&str] =
    &["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"];
/// Files of a running server.
const OF_RUNNING: &[&str] = &["postmaster.pid", "postmaster.opts", "backup_label", "tablespace_map", "pg_internal.init"];
/// Says where recovery begins, so it is copied last.
const CONTROL: &str = "pg_control";

impl Embedded {
    /// Copies the server's files to `folder`, which must not exist, as they stand at one moment at the end; calls go on meanwhile.
    ///
    /// # Errors
    /// When the server does not answer or the copy cannot be written.
    pub async fn backup(&self, folder: &Path) -> Result<()> {
        let place = self.place();
        let mut connection = place.connect_options("postgres").connect().await.context("connect to PostgreSQL")?;
        // Ends with the connection; keeps the log from being reused before it is copied.
        let slot = format!("manao_backup_{}", std::process::id());
        sqlx::query("select pg_create_physical_replication_slot($1, true, true)").bind(slot).execute(&mut connection).await?;
        let begun: String = sqlx::query_scalar("select pg_walfile_name(pg_backup_start('manao backup', true))")
            .fetch_one(&mut connection)
            .await?;
        copy_running(&place.files, folder, 0)?;
        std::fs::copy(place.files.join("global").join(CONTROL), folder.join("global").join(CONTROL))?;
        end(place, &mut connection, folder, &begun).await?;
        connection.close().await?;
        Ok(())
    }
}

async fn end(place: &Place, connection: &mut PgConnection, folder: &Path, begun: &str) -> Result<()> {
    let (ended, label, spaces): (String, String, Option<String>) =
        sqlx::query_as("select pg_walfile_name(lsn), labelfile, spcmapfile from pg_backup_stop(false)")
            .fetch_one(connection)
            .await?;
    ensure!(spaces.is_none_or(|spaces| spaces.trim().is_empty()), "the database has tablespaces, which a copy does not bear");
    std::fs::write(folder.join("backup_label"), label)?;
    for entry in std::fs::read_dir(place.files.join("pg_wal"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_segment = name.len() == 24 && (begun..=ended.as_str()).contains(&name.as_str());
        if is_segment || name.ends_with(".history") {
            std::fs::copy(entry.path(), folder.join("pg_wal").join(&name)).with_context(|| format!("copy {name}"))?;
        }
    }
    Ok(())
}

/// Copies what a base backup holds. Files that come and go meanwhile are put right by the log.
fn copy_running(from: &Path, to: &Path, depth: usize) -> Result<()> {
    private_folder(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let target = to.join(&name);
        let Some(kind) = there(entry.file_type())? else { continue };
        if kind.is_dir() {
            if name.starts_with("pgsql_tmp") {
                continue;
            }
            if depth == 0 && LEFT_OUT.contains(&name.as_str()) {
                private_folder(&target)?;
            } else {
                copy_running(&entry.path(), &target, depth + 1)?;
            }
        } else if kind.is_file() && !OF_RUNNING.contains(&name.as_str()) && name != CONTROL {
            there(std::fs::copy(entry.path(), &target)).with_context(|| format!("copy {}", entry.path().display()))?;
        }
    }
    Ok(())
}

fn there<T>(found: std::io::Result<T>) -> std::io::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn private_folder(path: &Path) -> Result<()> {
    std::fs::DirBuilder::new().mode(0o700).recursive(true).create(path).with_context(|| format!("make {}", path.display()))
}

/// Puts a copy into `options.data`, where no database may be; whole or not at all. The next start recovers it to the copy's moment.
///
/// # Errors
/// When there is a database already, or somebody else's server is about to start there.
pub fn restore(options: &Options, folder: &Path) -> Result<()> {
    ensure!(folder.join("PG_VERSION").is_file() && folder.join("backup_label").is_file(), "{} holds no copy", folder.display());
    let place = Place::prepare(&options.data, home::find(options.home.as_deref())?)?;
    let lock = File::options().create(true).truncate(false).write(true).open(options.data.join("pg.lock"))?;
    ensure!(lock.try_lock().is_ok(), "a process uses {}: end it first", options.data.display());
    ensure!(
        !place.files.join("PG_VERSION").exists(),
        "there is a database in {} already: move it away, or choose another MANAO_DATA",
        place.files.display()
    );
    let draft = place.files.with_extension("draft");
    if draft.exists() {
        std::fs::remove_dir_all(&draft)?;
    }
    put(&place, folder, &draft)?;
    // A folder that is empty may be in the way.
    there(std::fs::remove_dir(&place.files))?;
    std::fs::rename(&draft, &place.files).context("put the database's files into place")
}

fn put(place: &Place, from: &Path, to: &Path) -> Result<()> {
    place.own(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            put(place, &entry.path(), &target)?;
            continue;
        }
        std::fs::copy(entry.path(), &target).with_context(|| format!("copy {}", entry.path().display()))?;
        if let Some((uid, gid)) = place.user {
            chown(&target, Some(Uid::from_raw(uid)), Some(Gid::from_raw(gid)))?;
        }
        File::open(&target)?.sync_all()?;
    }
    Ok(())
}
