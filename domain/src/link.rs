//! Web addresses that people enter (a team's page, a stream): the URL validity check of the specification.

use crate::text::normalise;

pub const MAX_LENGTH: usize = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a web address")]
pub struct NotALink;

/// Parses an address: `http` or `https`, a host with a dot, no user, no space; the rest is up to the other site. Returns it as written, without
/// surrounding space and with scheme and host in lower case. Nothing else may become a link, because a browser would run `javascript:` in its
/// place.
pub fn parse(text: &str) -> Result<String, NotALink> {
    if text.len() > MAX_LENGTH * 4 {
        return Err(NotALink);
    }
    let link = normalise(text);
    if link.chars().count() > MAX_LENGTH || link.contains([' ', '\\', '"', '<', '>', '`', '{', '}', '|', '^']) {
        return Err(NotALink);
    }
    let (scheme, rest) = link.split_once("://").ok_or(NotALink)?;
    let scheme = scheme.to_ascii_lowercase();
    if scheme != "http" && scheme != "https" {
        return Err(NotALink);
    }
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(end);
    let (host, port) = authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port)));
    let port_fits =
        port.is_none_or(|port| !port.is_empty() && port.bytes().all(|c| c.is_ascii_digit()) && port.parse::<u16>().is_ok());
    if !port_fits || !is_host(host) {
        return Err(NotALink);
    }
    Ok(format!("{scheme}://{}{tail}", authority.to_ascii_lowercase()))
}

/// Returns whether it is a domain name; letters of any script are allowed, as in browsers.
fn is_host(host: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.chars().count())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || (!c.is_ascii() && !c.is_control()))
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let top = host.rsplit('.').next().unwrap_or_default();
    host.contains('.') && host.split('.').all(label) && top.chars().count() >= 2 && !top.bytes().all(|byte| byte.is_ascii_digit())
}
