//! Where a request comes from.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::app::App;
use crate::problem::Problem;

/// The client's address. With `PROXIES=n` it is the n-th from the right of `X-Forwarded-For`, the entry that our own outermost
/// proxy wrote; what stands left of it is the client's own claim.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub Option<IpAddr>);

impl ClientAddress {
    /// As it is counted for limits.
    pub fn counted(self) -> Option<IpAddr> {
        self.0.map(network)
    }
}

/// The network of an IPv6 address: whoever has one address of a /64 has all of it. An IPv4 address stands for itself.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
    }
}

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        Ok(Self(forwarded(&parts.headers, app.settings.proxies).or(peer).map(|address| address.to_canonical())))
    }
}

fn forwarded(headers: &HeaderMap, proxies: usize) -> Option<IpAddr> {
    let index = proxies.checked_sub(1)?;
    let lines: Vec<&str> = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect();
    lines.iter().rev().flat_map(|line| line.rsplit(',')).nth(index)?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_proxies_are_believed() {
        let mut headers = HeaderMap::new();
        assert_eq!(forwarded(&headers, 1), None);
        headers.append("x-forwarded-for", "6.6.6.6, 203.0.113.7".parse().unwrap());
        headers.append("x-forwarded-for", "10.0.0.2".parse().unwrap());
        assert_eq!(forwarded(&headers, 0), None);
        assert_eq!(forwarded(&headers, 1), Some("10.0.0.2".parse().unwrap()));
        assert_eq!(forwarded(&headers, 2), Some("203.0.113.7".parse().unwrap()));
        assert_eq!(forwarded(&headers, 9), None);
    }
}
