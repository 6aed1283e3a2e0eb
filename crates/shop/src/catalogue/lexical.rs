//! Scans a query's text before any parser sees it: linear, no recursion, no allocation.
//!
//! Strings and comments are skipped just as the parser skips them. An unterminated string is refused here: the parser might read it
//! differently and find brackets that were not counted.

use super::limits::{self, Count, over};
use super::question::invalid;
use manao_kernel::problem::Problem;

/// Counts tokens and nesting.
///
/// # Errors
/// `query_too_costly` when there is too much of either, `query_invalid` for an unterminated string.
pub fn check(query: &str) -> Result<(), Problem> {
    let mut tokens = Count::new("tokens", limits::TOKENS);
    let mut open = 0_usize;
    let mut rest = query.as_bytes();
    while let Some(first) = rest.first() {
        let length = match first {
            b' ' | b'\t' | b'\n' | b'\r' | b',' => {
                rest = &rest[1..];
                continue;
            }
            b'#' => {
                rest = &rest[span(rest, |byte| !matches!(byte, b'\n' | b'\r'))..];
                continue;
            }
            b'"' => text(rest).ok_or_else(|| invalid("A text does not end."))?,
            b'{' | b'(' | b'[' => {
                open += 1;
                if open > limits::NESTING {
                    return Err(over("nesting", limits::NESTING));
                }
                1
            }
            b'}' | b')' | b']' => {
                open = open.saturating_sub(1);
                1
            }
            byte if name(*byte) => {
                let length = span(rest, name);
                if length > limits::NAME {
                    return Err(over("nameLength", limits::NAME));
                }
                length
            }
            _ => 1,
        };
        tokens.add(1)?;
        rest = &rest[length..];
    }
    Ok(())
}

/// Whether the byte belongs to a name: letters, digits and underscores. Numbers are counted as names too.
fn name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn span(bytes: &[u8], of: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|byte| !of(*byte)).unwrap_or(bytes.len())
}

/// Returns the length in bytes of the string that begins here.
fn text(bytes: &[u8]) -> Option<usize> {
    const BLOCK: &[u8] = b"\"\"\"";
    let block = bytes.starts_with(BLOCK);
    let mut at = if block { BLOCK.len() } else { 1 };
    loop {
        let rest = bytes.get(at..)?;
        at += match (block, rest.first()?) {
            (true, b'\\') if rest[1..].starts_with(BLOCK) => 1 + BLOCK.len(),
            (true, b'"') if rest.starts_with(BLOCK) => return Some(at + BLOCK.len()),
            (false, b'\\') => 2,
            (false, b'"') => return Some(at + 1),
            (false, b'\n' | b'\r') => return None,
            _ => 1,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(query: &str) -> Option<&'static str> {
        check(query).err().map(|problem| problem.code().name)
    }

    #[test]
    fn brackets_count_and_those_in_texts_and_comments_do_not() {
        let open = "{".repeat(limits::NESTING + 1);
        assert_eq!(refusal(&open), Some("query_too_costly"));
        assert_eq!(refusal(&open.replace('{', "(")), Some("query_too_costly"));
        assert_eq!(refusal(&open.replace('{', "a[")), Some("query_too_costly"));
        for within in [
            format!("{{a(b:\"{open}\")}}"),
            format!("{{a(b:\"\\\"{open}\")}}"),
            format!("{{a(b:\"\"\"\" \\\"\"\" {open}\n\"\"\")}}"),
            format!("{{a #{open}\n}}"),
            "{a}".repeat(limits::NESTING + 1),
        ] {
            assert_eq!(refusal(&within), None, "{within}");
        }
        assert_eq!(refusal(&format!("{{a #\r{open}}}")), Some("query_too_costly"), "a comment ends with its line");
    }

    #[test]
    fn a_text_that_hides_brackets_by_not_ending_is_refused() {
        for text in ["\"", "\"a", "\"\\", "\"a\n\"", "\"\"\"a\"[[[[", "\"\"\"\"\"", "\"\"\" \\\"\"\""] {
            assert_eq!(refusal(&format!("{{a(b:[{text}")), Some("query_invalid"), "{text}");
        }
        assert_eq!(refusal("{a(b:\"\")}"), None);
    }

    #[test]
    fn tokens_and_the_length_of_a_name_are_bounded() {
        assert_eq!(refusal(&"a ".repeat(limits::TOKENS)), None);
        assert_eq!(refusal(&"a ".repeat(limits::TOKENS + 1)), Some("query_too_costly"));
        assert_eq!(refusal(&"@".repeat(limits::TOKENS + 1)), Some("query_too_costly"));
        assert_eq!(refusal(&"a".repeat(limits::NAME)), None);
        assert_eq!(refusal(&"a".repeat(limits::NAME + 1)), Some("query_too_costly"));
        assert_eq!(refusal(&" ,\n".repeat(10_000)), None);
        assert_eq!(refusal(&"มะนาว".repeat(1000)), Some("query_too_costly"));
    }
}
