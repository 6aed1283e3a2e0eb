//! The command `manao content`.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Subcommand;
use manao_kernel::app::App;
use similar::TextDiff;

use super::Shipped;
use super::check::faults;
use super::take::{Standing, row_of, standings, take_one};
use crate::articles::{self, Saved};
use crate::document::Document;

#[derive(Subcommand, Debug)]
pub enum ContentCommand {
    /// Show the shipped files whose rows are new, newer, edited or differ
    Status,
    /// Show how an edited row differs from its shipped file
    Diff {
        /// As `status` shows it, such as `manual/team-system`
        name: String,
    },
    /// Replace an edited row by its shipped file; the row's text stays among its revisions
    Take { name: String },
    /// Check links, anchors, numbers, pictures, languages and named things
    Check {
        /// A folder laid out like `content/`; the shipped files and the demo's when absent
        folder: Option<PathBuf>,
    },
    /// Save the articles of a folder laid out like `content/` as new versions, and publish new ones
    Import { folder: PathBuf },
}

/// Runs the command, and returns the text to print.
///
/// # Errors
/// When files cannot be read, are refused or have faults, or the database fails.
pub async fn run(app: &App, command: ContentCommand) -> Result<String> {
    match command {
        ContentCommand::Status => status(app).await,
        ContentCommand::Diff { name } => diff(app, &find(app, &name)?).await,
        ContentCommand::Take { name } => {
            let file = find(app, &name)?;
            let mut change = app.change().await?;
            let row = row_of(change.conn(), file.kind, file.slug()).await?;
            let now = change.now();
            take_one(&mut change, &file, row.as_ref(), now).await?;
            change.commit().await?;
            Ok(format!("{name} is as it ships."))
        }
        ContentCommand::Check { folder } => {
            let files = match folder {
                Some(folder) => super::of_folder(&folder, app.now())?,
                None => super::shipped(app.now())?.into_iter().chain(super::of_the_demo(app.now())?).collect(),
            };
            let faults = faults(app, &files).await?;
            ensure!(faults.is_empty(), "{}", faults.join("\n"));
            Ok(format!("{} articles, no fault.", files.len()))
        }
        ContentCommand::Import { folder } => import(app, super::of_folder(&folder, app.now())?).await,
    }
}

fn name(file: &Shipped) -> String {
    format!("{}/{}", file.kind.folder(), file.slug())
}

fn find(app: &App, wanted: &str) -> Result<Shipped> {
    super::shipped(app.now())?.into_iter().find(|file| name(file) == wanted).with_context(|| format!("nothing ships as {wanted}"))
}

async fn status(app: &App) -> Result<String> {
    let files = super::shipped(app.now())?;
    let lines = files.iter().zip(standings(app, &files).await?).filter_map(|(file, standing)| {
        let said = match standing {
            Standing::New => "new: `manao migrate` takes it over",
            Standing::Newer => "newer than its row: `manao migrate` takes it over",
            Standing::Differs => "edited here, and its file has changed",
            Standing::Edited => "edited here",
            Standing::Same => return None,
        };
        Some(format!("{}\t{said}", name(file)))
    });
    let lines: Vec<String> = lines.collect();
    Ok(if lines.is_empty() { format!("All {} are as they ship.", files.len()) } else { lines.join("\n") })
}

async fn diff(app: &App, file: &Shipped) -> Result<String> {
    let mut connection = app.db.acquire().await?;
    let row = row_of(&mut connection, file.kind, file.slug()).await?.with_context(|| format!("{} has no row yet", name(file)))?;
    let own = articles::load_document(&mut connection, row.id).await?.unwrap_or_default();
    let (own, shipped) = (written(&own)?, written(&file.document)?);
    let diff = TextDiff::from_lines(&own, &shipped);
    Ok(diff.unified_diff().header("this shop", "shipped").to_string())
}

/// Writes an article as text, its bodies line by line.
fn written(document: &Document) -> Result<String> {
    let mut shared = document.clone();
    let mut text = String::new();
    for (lang, texts) in &mut shared.texts {
        let body = std::mem::take(&mut texts.body);
        text.push_str(&format!("\n--- {lang}\n{body}\n"));
    }
    Ok(serde_json::to_string_pretty(&shared)? + &text)
}

async fn import(app: &App, files: Vec<Shipped>) -> Result<String> {
    if files.is_empty() {
        bail!("no articles in this folder");
    }
    let (mut saved, mut new) = (0, 0);
    let mut change = app.change().await?;
    for file in &files {
        let row = row_of(change.conn(), file.kind, file.slug()).await?;
        let shown = row.as_ref().map(|row| Saved { id: row.id, version: row.version });
        let written = articles::save(&mut change, None, file.kind, shown, &file.document).await.with_context(|| name(file))?;
        if row.is_none() {
            articles::publish(&mut change, written, None, None).await.with_context(|| name(file))?;
            new += 1;
        }
        saved += 1;
    }
    change.commit().await?;
    Ok(format!("{saved} saved, {new} of them new and published."))
}
