//! The command `manao import legacy-profiles FILE.csv`: profiles from the previous shop, read row by row, so the file may be any size. A
//! repeated import updates its rows by `legacy_id`; profiles already in use stay unchanged. An invalid row is refused with its line, column
//! and code, and the others are imported.

mod encoding;
mod row;
mod write;

use std::collections::HashSet;
use std::fs::File;
use std::io::{IsTerminal as _, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use chrono::{DateTime, Utc};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sqlx::PgPool;

use row::Columns;
pub use row::Refused;

#[derive(Subcommand, Debug)]
pub enum ImportCommand {
    /// Profiles of an earlier shop, for account sync
    LegacyProfiles {
        /// CSV with a header line; docs/OPERATIONS.md lists the columns
        file: PathBuf,
    },
}

/// Rows written to the database at once.
const BATCH: usize = 500;
/// Most refusals that are printed; the report has all of them.
const PRINTED: u64 = 20;

/// The number of rows by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub new: u64,
    pub changed: u64,
    /// Unchanged, or in use already
    pub left: u64,
    pub refused: u64,
}

/// The text that the command prints, and whether every row was imported.
pub struct Imported {
    pub text: String,
    pub complete: bool,
}

/// Runs the command.
///
/// # Errors
///
/// When the file cannot be read, its header line is wrong, or the database refuses.
pub async fn run(db: &PgPool, command: ImportCommand, now: DateTime<Utc>) -> Result<Imported> {
    let ImportCommand::LegacyProfiles { file } = command;
    let source = File::open(&file).with_context(|| format!("open {}", file.display()))?;
    let bar = progress(source.metadata().map_or(0, |about| about.len()));
    let report = report_of(&file);
    let mut refusals = Report { path: &report, writer: None, bar: &bar, count: 0 };
    let summary = import(db, bar.wrap_read(source), now, &mut |refused| refusals.add(&refused)).await;
    let refused = refusals.end();
    bar.finish_and_clear();
    let summary = summary?;
    refused?;
    let mut text = format!(
        "{} new, {} changed, {} left as they were, {} refused.",
        summary.new, summary.changed, summary.left, summary.refused
    );
    if summary.refused > 0 {
        text += &format!("\nWhy: {}", report.display());
    }
    Ok(Imported { text, complete: summary.refused == 0 })
}

/// Reads and writes all rows, and reports each refused one.
///
/// # Errors
/// The errors of [`run`], and those of `refuse`.
pub async fn import(
    db: &PgPool,
    source: impl Read,
    now: DateTime<Utc>,
    refuse: &mut impl FnMut(Refused) -> Result<()>,
) -> Result<Summary> {
    let (source, delimiter) = encoding::begin(source)?;
    let mut reader = csv::ReaderBuilder::new().flexible(true).delimiter(delimiter).from_reader(source);
    let columns = Columns::parse(reader.byte_headers().context("read the head line")?)?;
    let mut summary = Summary::default();
    let mut seen: HashSet<String> = HashSet::new();
    let mut batch = Vec::with_capacity(BATCH);
    let mut record = csv::ByteRecord::new();
    while reader.read_byte_record(&mut record).context("read a row")? {
        let line = record.position().map_or(0, csv::Position::line);
        let row = columns
            .read(&record, now)
            .and_then(|row| if seen.insert(row.legacy_id.clone()) { Ok(row) } else { Err(("legacy_id", "legacy_id_twice")) });
        match row {
            Ok(row) => batch.push(row),
            Err((column, code)) => {
                summary.refused += 1;
                refuse(Refused { line, column, code })?;
            }
        }
        if batch.len() == BATCH {
            write::write(db, &mut batch, now, &mut summary).await?;
        }
    }
    write::write(db, &mut batch, now, &mut summary).await?;
    Ok(summary)
}

fn progress(bytes: u64) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(bytes), target);
    match ProgressStyle::with_template("{bar:40} {percent:>3}%  {bytes} of {total_bytes}  {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Returns the path of the report: `people.csv.refused.csv` for `people.csv`.
fn report_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".refused.csv");
    name.into()
}

/// The refusals of one import. Without any there is no report, and an older one is deleted.
struct Report<'a> {
    path: &'a Path,
    writer: Option<csv::Writer<File>>,
    bar: &'a ProgressBar,
    count: u64,
}

impl Report<'_> {
    fn add(&mut self, refused: &Refused) -> Result<()> {
        let (line, column, code) = (refused.line.to_string(), refused.column, refused.code);
        self.count += 1;
        if self.count <= PRINTED {
            self.bar.suspend(|| eprintln!("line {line}, {column}: {code}"));
        }
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => {
                let mut writer = csv::Writer::from_path(self.path).with_context(|| format!("write {}", self.path.display()))?;
                writer.write_record(["line", "column", "code"])?;
                none.insert(writer)
            }
        };
        writer.write_record([line.as_str(), column, code])?;
        Ok(())
    }

    fn end(mut self) -> Result<()> {
        if self.count > PRINTED {
            self.bar.suspend(|| eprintln!("… and {} more", self.count - PRINTED));
        }
        match &mut self.writer {
            Some(writer) => writer.flush().with_context(|| format!("write {}", self.path.display())),
            None => match std::fs::remove_file(self.path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error).context("remove the older report"),
                _ => Ok(()),
            },
        }
    }
}
