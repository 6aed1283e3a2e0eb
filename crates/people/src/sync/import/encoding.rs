//! The encoding of a CSV file: UTF-8, with columns separated by commas, semicolons or tabs. Any other encoding is refused by its name.

use std::io::{Cursor, Read};

use anyhow::{Context as _, Result, bail};

/// Bytes inspected to detect the encoding.
const LOOKED_AT: u64 = 64 * 1024;

/// Returns a reader of the whole file, and the character that separates its columns.
///
/// # Errors
/// When it is written in UTF-16, Windows-874 or another encoding, or holds no text.
pub fn begin(mut source: impl Read) -> Result<(impl Read, u8)> {
    let mut first = Vec::new();
    source.by_ref().take(LOOKED_AT).read_to_end(&mut first).context("read the file")?;
    check(&first)?;
    let delimiter = delimiter(&first);
    Ok((Cursor::new(first).chain(source), delimiter))
}

fn check(first: &[u8]) -> Result<()> {
    const HOW: &str = "save it as CSV UTF-8";
    if first.starts_with(&[0xff, 0xfe]) || first.starts_with(&[0xfe, 0xff]) {
        bail!("the file is in UTF-16: {HOW}");
    }
    if first.starts_with(b"PK\x03\x04") || first.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        bail!("the file is an Excel workbook: {HOW}");
    }
    if first.contains(&0) {
        bail!("the file is in UTF-16, or no text: {HOW}");
    }
    // A truncated or broken row is refused by itself; a file in another encoding has hardly one valid letter.
    let lossy = String::from_utf8_lossy(first);
    let wrong = lossy.chars().filter(|of| *of == char::REPLACEMENT_CHARACTER).count();
    let thai = lossy.chars().filter(|of| ('\u{e01}'..='\u{e5b}').contains(of)).count();
    if wrong > 3 && wrong > thai {
        let is_thai = |byte: &u8| matches!(byte, 0xa1..=0xda | 0xdf..=0xfb);
        let high = first.iter().filter(|byte| **byte >= 0x80).count();
        let name = if first.iter().filter(|byte| is_thai(byte)).count() * 10 >= high * 9 {
            "Windows-874 (TIS-620)"
        } else {
            "an unknown encoding"
        };
        bail!("the file is in {name}: {HOW}");
    }
    Ok(())
}

/// Detects the delimiter from the header line.
fn delimiter(first: &[u8]) -> u8 {
    let head = first.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    let count = |of: u8| head.iter().filter(|byte| **byte == of).count();
    [b';', b'\t'].into_iter().filter(|of| count(*of) > count(b',')).max_by_key(|of| count(*of)).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &[u8]) -> Result<(String, u8)> {
        let (mut source, delimiter) = begin(file)?;
        let mut text = String::new();
        source.read_to_string(&mut text)?;
        Ok((text, delimiter))
    }

    #[test]
    fn utf_8_is_read_whatever_separates_its_columns() {
        for (file, delimiter) in [
            ("legacy_id,name\r\n1,มะนาว;x", b','),
            ("\u{feff}legacy_id;name\n1;มะนาว, ส้ม", b';'),
            ("legacy_id\tname\n1\tมะนาว", b'\t'),
            ("legacy_id", b','),
            ("", b','),
        ] {
            assert_eq!(read(file.as_bytes()).unwrap(), (file.to_owned(), delimiter));
        }
    }

    #[test]
    fn another_encoding_is_refused_by_its_name() {
        // "มะนาว" in Windows-874
        let thai = b"legacy_id,name\n1,\xc1\xd0\xb9\xd2\xc7\n2,\xca\xe9\xc1";
        let utf_16: Vec<u8> = "\u{feff}legacy_id,name".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let bare: Vec<u8> = "legacy_id,name".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (file, name) in [
            (&thai[..], "Windows-874"),
            (&utf_16[..], "UTF-16"),
            (&bare[..], "UTF-16"),
            (&b"PK\x03\x04\x14"[..], "Excel"),
            (&b"a,b\n\x80\x81\x82\x83\x84"[..], "unknown"),
        ] {
            let refusal = read(file).unwrap_err().to_string();
            assert!(refusal.contains(name), "{refusal}");
        }
    }
}
