//! CSV, a batch of rows at a time.

use super::cell::{Cell, Row, harmless};
use manao_kernel::problem::Problem;

/// Without it Excel reads Thai as Windows-874.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// # Errors
/// Returns an error if a row cannot be written.
pub fn rows(rows: &[Row]) -> Result<Vec<u8>, Problem> {
    let mut writer = ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).flexible(true).from_writer(Vec::new());
    for row in rows {
        for cell in row {
            match cell {
                Cell::Text(text) => writer.write_field(harmless(text).as_bytes()),
                Cell::Moment(text) => writer.write_field(text),
                Cell::Number(number) => writer.write_field(number.to_string()),
                Cell::Empty => writer.write_field(""),
            }
            .map_err(Problem::internal)?;
        }
        writer.write_record(None::<&[u8]>).map_err(Problem::internal)?;
    }
    writer.into_inner().map_err(Problem::internal)
}
