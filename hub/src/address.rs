//! The client address of a request: one definition for everything counted by address.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;

/// Returns the client's address. Behind `proxies` of our own it is that many from the right in `X-Forwarded-For`, the entry that our outermost
/// proxy wrote. Entries to the left of it are the client's own claims. `peer`: the other end of the connection.
pub fn client(headers: &HeaderMap, peer: Option<IpAddr>, proxies: usize) -> Option<IpAddr> {
    forwarded(headers, proxies).or(peer).map(|address| address.to_canonical())
}

/// Returns the network of an IPv6 address, since a client with one address of a /64 has all of it. An IPv4 address is returned as it is.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
    }
}

fn forwarded(headers: &HeaderMap, proxies: usize) -> Option<IpAddr> {
    let index = proxies.checked_sub(1)?;
    let lines: Vec<&str> = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect();
    let entry = lines.iter().rev().flat_map(|line| line.rsplit(',')).nth(index)?.trim();
    // Some proxies write the port too, or an IPv6 address in brackets.
    let bare = entry.strip_prefix('[').and_then(|entry| entry.strip_suffix(']')).unwrap_or(entry);
    bare.parse().ok().or_else(|| entry.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn only_our_own_proxies_are_believed() {
        let mut headers = HeaderMap::new();
        let peer = Some(ip("10.0.0.1"));
        assert_eq!(client(&headers, peer, 1), peer, "who did not come through the proxy");
        headers.append("x-forwarded-for", "6.6.6.6, 203.0.113.7".parse().unwrap());
        headers.append("x-forwarded-for", "10.0.0.2".parse().unwrap());
        for (proxies, address) in [(0, "10.0.0.1"), (1, "10.0.0.2"), (2, "203.0.113.7"), (3, "6.6.6.6"), (9, "10.0.0.1")] {
            assert_eq!(client(&headers, peer, proxies), Some(ip(address)), "{proxies}");
        }
        assert_eq!(client(&headers, None, 0), None);
    }

    #[test]
    fn an_entry_is_read_however_a_proxy_writes_it() {
        for (entry, address) in [
            ("203.0.113.7", "203.0.113.7"),
            ("203.0.113.7:4711", "203.0.113.7"),
            ("2001:db8::7", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("[2001:db8::7]:4711", "2001:db8::7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("unknown", "10.0.0.1"),
            ("", "10.0.0.1"),
        ] {
            let headers = HeaderMap::from_iter([("x-forwarded-for".parse().unwrap(), entry.parse().unwrap())]);
            assert_eq!(client(&headers, Some(ip("10.0.0.1")), 1), Some(ip(address)), "{entry}");
        }
    }

    #[test]
    fn a_network_is_what_one_customer_has() {
        for (address, of) in [("203.0.113.7", "203.0.113.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::")] {
            assert_eq!(network(ip(address)), ip(of));
        }
    }
}
