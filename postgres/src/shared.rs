//! One fast server for many test processes, which come and go: it ends by itself a while after the last of them.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use crate::place::Place;
use crate::{Options, home};

/// Ends the server when for a while none of the processes named in the folder of users lives.
const GUARD: &str = r#"
trap '' INT HUP
users=$1; shift
"$@" </dev/null &
server=$!
idle=0
while kill -0 $server 2>/dev/null; do
  sleep 2
  used=
  for user in "$users"/*; do
    pid=${user##*/}
    # Who is gone is looked for only once.
    if [ -e "/proc/$pid" ] || ps -p "$pid" >/dev/null 2>&1; then used=1; else rm -f "$user"; fi
  done
  if [ -n "$used" ]; then idle=0; else idle=$((idle + 2)); fi
  [ $idle -lt 60 ] || kill -INT $server
done
"#;

/// How long a server that lives may not answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A place for databases of one's own.
pub struct Shared {
    place: Place,
}

/// Joins the shared server in `options.data`, starting an empty one if none runs.
///
/// # Errors
/// When there are no binaries, or it does not come up.
pub async fn shared(options: Options) -> Result<Shared> {
    let place = Place::prepare(&options.data, home::find(options.home.as_deref())?)?;
    let lock = File::options().create(true).truncate(false).write(true).open(options.data.join("pg.lock"))?;
    let lock = tokio::task::spawn_blocking(move || lock.lock().map(|()| lock)).await??;
    let users = options.data.canonicalize()?.join("users");
    place.own(&users)?;
    std::fs::write(users.join(std::process::id().to_string()), "")?;
    if !serves(&place).await {
        place.clear_orphan().await?;
        for leftover in [&place.files, &place.files.with_extension("draft")] {
            if leftover.exists() {
                std::fs::remove_dir_all(leftover)?;
            }
        }
        place.init(true)?;
        let folder = users.to_str().context("the folder's name is not text")?;
        let mut child = place.spawn(GUARD, &[folder], true)?;
        place.ready(&mut child).await?;
    }
    drop(lock);
    Ok(Shared { place })
}

/// Whether a server runs that is fit for use. One that lives may be busy or starting: others work with it, so it is asked for
/// long before it counts as left behind.
async fn serves(place: &Place) -> bool {
    let start = Instant::now();
    loop {
        if place.answers().await {
            return true;
        }
        if !place.is_alive() || start.elapsed() > PATIENCE {
            return false;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

impl Shared {
    /// A template that `prepare` fills once, however many processes ask; name it by what it holds.
    ///
    /// # Errors
    /// When the database or `prepare` refuses.
    pub async fn template<F, Fut>(&self, name: &str, prepare: F) -> Result<()>
    where
        F: FnOnce(PgConnectOptions) -> Fut,
        Fut: Future<Output = Result<()>>,
    {
        let mut connection = self.place.enter().await?;
        sqlx::query("select pg_advisory_lock(hashtextextended($1, 0))").bind(name).execute(&mut connection).await?;
        if !exists(&mut connection, name).await? {
            let draft = format!("{name}_draft");
            run(&mut connection, &format!("drop database if exists \"{draft}\" with (force)")).await?;
            run(&mut connection, &format!("create database \"{draft}\"")).await?;
            prepare(self.place.connect_options(&draft)).await?;
            run(&mut connection, &format!("alter database \"{draft}\" rename to \"{name}\"")).await?;
        }
        connection.close().await?;
        Ok(())
    }

    /// A database copied from a template.
    ///
    /// # Errors
    /// When the template is not there.
    pub async fn copy(&self, template: &str, name: &str) -> Result<()> {
        let mut connection = self.place.enter().await?;
        let copy = format!("create database \"{name}\" template \"{template}\" strategy file_copy");
        run(&mut connection, &copy).await?;
        connection.close().await?;
        Ok(())
    }

    /// An empty database, thrown away first if `fresh`.
    pub async fn ensure(&self, name: &str, fresh: bool) -> Result<()> {
        if fresh {
            let mut connection = self.place.enter().await?;
            run(&mut connection, &format!("drop database if exists \"{name}\" with (force)")).await?;
            connection.close().await?;
        }
        self.place.ensure_database(name).await
    }

    pub fn connect_options(&self, database: &str) -> PgConnectOptions {
        self.place.connect_options(database)
    }

    pub fn url(&self, database: &str) -> String {
        self.place.url(database)
    }

    /// Folder of the server's files, for tests that hurt it.
    pub fn files(&self) -> &Path {
        &self.place.files
    }
}

async fn exists(connection: &mut PgConnection, name: &str) -> Result<bool> {
    let found = sqlx::query_scalar("select exists (select from pg_database where datname = $1)").bind(name);
    Ok(found.fetch_one(connection).await?)
}

/// Names of databases cannot be parameters; ours are made of letters, digits and underscores.
async fn run(connection: &mut PgConnection, sql: &str) -> Result<()> {
    // A template is busy for as long as someone copies it.
    for _ in 0..200 {
        match sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut *connection).await {
            Ok(_) => return Ok(()),
            Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some("55006") => {
                tokio::time::sleep(Duration::from_millis(25)).await;
            }
            Err(error) => return Err(error).with_context(|| sql.to_owned()),
        }
    }
    anyhow::bail!("{sql}: the template stays busy")
}
