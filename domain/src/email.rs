//! E-mail addresses: the pattern check of the specification. Only a message can show whether mail arrives, so this check accepts every real
//! address on the web: no quoted local parts, no bare host names, no address literals.

use crate::text::normalise;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an e-mail address")]
pub struct NotAnEmail;

/// Returns the address without surrounding space and with its domain in lower case (RFC 5321: the local part may be case-sensitive, the domain
/// is not). At most 254 bytes, 64 before the `@`.
pub fn parse(text: &str) -> Result<String, NotAnEmail> {
    if text.len() > 1_024 {
        return Err(NotAnEmail);
    }
    let address = normalise(text);
    let (local, domain) = address.rsplit_once('@').ok_or(NotAnEmail)?;
    if address.len() > 254 || !is_local(local) || !is_domain(domain) {
        return Err(NotAnEmail);
    }
    Ok(format!("{local}@{}", domain.to_ascii_lowercase()))
}

/// Masks an address, so that its owner knows it and nobody else does: `somchai@example.com` → `so•••@example.com`.
pub fn masked(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let shown: String = local.chars().take(if local.chars().count() > 3 { 2 } else { 1 }).collect();
    format!("{shown}•••@{domain}")
}

fn is_local(local: &str) -> bool {
    // RFC 5322 "dot-atom": its marks, with dots neither at an end nor doubled.
    let atom = |c: u8| c.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&c);
    local.len() <= 64 && local.split('.').all(|part| !part.is_empty() && part.bytes().all(atom))
}

fn is_domain(domain: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let top = domain.rsplit('.').next().unwrap_or_default();
    domain.contains('.') && domain.split('.').all(label) && top.len() >= 2 && !top.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_address_is_known_by_its_owner_only() {
        for (address, shown) in [
            ("somchai@example.com", "so•••@example.com"),
            ("ma@example.com", "m•••@example.com"),
            ("a@b@example.com", "a•••@example.com"),
        ] {
            assert_eq!(masked(address), shown);
        }
    }

    #[test]
    fn addresses_and_what_is_none() {
        let long_local = format!("{}@example.com", "a".repeat(65));
        let long = format!("a@{}.com", "a.".repeat(130));
        for (text, expected) in [
            ("lime@example.com", Some("lime@example.com")),
            (" Lime@Example.COM ", Some("Lime@example.com")),
            ("a.b+tag@mail.co.th", Some("a.b+tag@mail.co.th")),
            ("o'neil@xn--12c1fe0br.xn--o3cw4h", Some("o'neil@xn--12c1fe0br.xn--o3cw4h")),
            ("", None),
            ("lime", None),
            ("@example.com", None),
            ("lime@", None),
            ("lime@localhost", None),
            ("lime@example.c", None),
            ("lime@127.0.0.1", None),
            ("lime@-example.com", None),
            ("lime@example-.com", None),
            ("lime@example..com", None),
            (".lime@example.com", None),
            ("li..me@example.com", None),
            ("li me@example.com", None),
            ("lime@@example.com", None),
            ("lime@example.com, other@example.com", None),
            ("มะนาว@example.com", None),
            ("lime@example.com\r\nBcc: x@example.com", None),
            (long_local.as_str(), None),
            (long.as_str(), None),
        ] {
            assert_eq!(parse(text).ok().as_deref(), expected, "{text:.40}");
        }
    }

    proptest! {
        #[test]
        fn what_is_read_is_read_again(text in "[a-zA-Z.+@ -]{0,40}") {
            if let Ok(address) = parse(&text) {
                prop_assert_eq!(parse(&address), Ok(address.clone()));
                prop_assert_eq!(address.matches('@').count(), 1);
            }
        }
    }
}
