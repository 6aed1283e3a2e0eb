//! XLSX: rows go to a file as they come, so that memory use stays constant. Texts are written as texts, whatever they begin with.

use std::fs::File;
use std::io::{Seek as _, SeekFrom};

use rust_xlsxwriter::{Format, Workbook, XlsxError};
use tokio::sync::mpsc::Receiver;

use super::cell::{Cell, Row};
use manao_kernel::problem::Problem;

const COLUMN_WIDTH: f64 = 18.0;

/// Writes batches until there are no more; the first row is the head. CPU-bound, so it must not run on the runtime's threads.
///
/// # Errors
/// Returns an error if the batches cannot be read, or the file cannot be written.
pub fn write(name: &str, mut batches: Receiver<Result<Vec<Row>, Problem>>) -> Result<File, Problem> {
    let mut workbook = Workbook::new();
    let head = Format::new().set_bold();
    let sheet = workbook.add_worksheet_with_constant_memory().map_err(Problem::internal)?;
    sheet.set_name(name).and_then(|sheet| sheet.set_freeze_panes(1, 0)).map_err(Problem::internal)?;
    let mut number = 0;
    while let Some(batch) = batches.blocking_recv() {
        for row in batch? {
            let format = (number == 0).then_some(&head);
            for (column, cell) in (0..).zip(&row) {
                write_cell(sheet, number, column, cell, format).map_err(Problem::internal)?;
                if number == 0 {
                    sheet.set_column_width(column, COLUMN_WIDTH).map_err(Problem::internal)?;
                }
            }
            number += 1;
        }
    }
    let mut file = tempfile::tempfile().map_err(Problem::internal)?;
    workbook.save_to_writer(&mut file).map_err(Problem::internal)?;
    file.seek(SeekFrom::Start(0)).map_err(Problem::internal)?;
    Ok(file)
}

fn write_cell(
    sheet: &mut rust_xlsxwriter::Worksheet,
    row: u32,
    column: u16,
    cell: &Cell,
    format: Option<&Format>,
) -> Result<(), XlsxError> {
    match (cell, format) {
        (Cell::Text(text) | Cell::Moment(text), Some(format)) => {
            sheet.write_string_with_format(row, column, text, format).map(|_| ())
        }
        (Cell::Text(text) | Cell::Moment(text), None) => sheet.write_string(row, column, text).map(|_| ()),
        (Cell::Number(number), _) => sheet.write(row, column, *number).map(|_| ()),
        (Cell::Empty, _) => Ok(()),
    }
}
