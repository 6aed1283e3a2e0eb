//! The command `manao draw`: the same draw as the platform's, for anyone who wants to check one. It needs no database.

mod course;
mod print;
mod sheet;
mod stage;
mod survivor;
mod survivor_print;
mod survivor_sheet;
#[cfg(test)]
mod survivor_tests;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{Read, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde_json::Value;

/// Size limit of a file, bytes.
const MOST: u64 = 4 * 1024 * 1024;

#[derive(Args, Debug)]
pub struct DrawCommand {
    /// File with the stage to draw, as JSON (docs/BRACKETS.md); - reads it from the standard input
    file: PathBuf,
}

/// # Errors
/// When the file cannot be read, or its draw is impossible or its results could not have happened.
pub fn run(command: &DrawCommand) -> Result<()> {
    let (answer, unknown) = draw(&read(command)?)?;
    for key in unknown {
        eprintln!("manao draw: {key:?} means nothing here and is passed over");
    }
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &answer)?;
    writeln!(out)?;
    Ok(())
}

fn read(command: &DrawCommand) -> Result<String> {
    let name = command.file.display();
    let source: Box<dyn Read> = if command.file.as_os_str() == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(File::open(&command.file).with_context(|| format!("read {name}"))?)
    };
    let mut text = String::new();
    source.take(MOST + 1).read_to_string(&mut text).with_context(|| format!("read {name}"))?;
    if text.len() as u64 > MOST {
        bail!("{name} is larger than {MOST} bytes");
    }
    Ok(text)
}

/// Returns the draw that a file asks for, and its unknown keys.
fn draw(text: &str) -> Result<(Value, Vec<String>)> {
    if survivor_sheet::is_survivor(text) {
        let sheet = survivor_sheet::read(text)?;
        let boards = survivor::play(&sheet)?;
        return Ok((survivor_print::answer(&sheet, &boards), sheet.unknown));
    }
    let sheet = sheet::read(text)?;
    Ok((answer(&sheet)?, sheet.unknown))
}

fn answer(sheet: &sheet::Sheet) -> Result<Value> {
    let first = stage::first(sheet)?;
    let second = stage::second(sheet, &first)?;
    let course = course::play(sheet, first, second)?;
    Ok(print::answer(sheet, &course))
}
