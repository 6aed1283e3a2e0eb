//! The name of a download: in ASCII, and in full for browsers that support it (RFC 6266).

/// Longest name in bytes of UTF-8, which every file system accepts.
const LONGEST: usize = 180;

pub fn attachment(plain: &str, whole: &str) -> String {
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{}", encoded(&kept(whole)))
}

/// Replaces characters that a file system would reject, and shortens the name before its extension.
fn kept(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_control() || "/\\:*?\"<>|".contains(c) { '-' } else { c }).collect();
    let (stem, ending) = plain.rsplit_once('.').unwrap_or((&plain, ""));
    let end = stem.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|end| *end <= LONGEST).last().unwrap_or(0);
    format!("{}.{ending}", stem[..end].trim_end())
}

fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_told_in_two_ways_and_breaks_nothing() {
        assert_eq!(
            attachment("players-7001-bracket.csv", "ผู้ 1/2 \"\r\nX\".csv"),
            "attachment; filename=\"players-7001-bracket.csv\"; filename*=UTF-8''%E0%B8%9C%E0%B8%B9%E0%B9%89%201-2%20---X-.csv"
        );
        let long = kept(&format!("{}.xlsx", "ก".repeat(100)));
        assert!(long.ends_with("ก.xlsx") && long.len() == LONGEST + 5, "{long}");
    }
}
