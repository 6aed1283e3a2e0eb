//! The network address of a request's client.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
pub use manao_hub::address::network;

use crate::app::App;
use crate::problem::Problem;

/// The client's address, read as `PROXIES` defines; see [`manao_hub::address::client`].
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub Option<IpAddr>);

impl ClientAddress {
    /// Returns the address as limits count it.
    pub fn counted(self) -> Option<IpAddr> {
        self.0.map(network)
    }
}

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        Ok(Self(manao_hub::address::client(&parts.headers, peer, app.settings.hub.proxies)))
    }
}
