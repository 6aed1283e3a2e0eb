//! What is sold, as the shop shows it: games, packages, shelves, banners, flash sales.
//!
//! The whole catalogue lies in memory ([`snapshot::Snapshot`]), read anew when the database says that it changed. GraphQL resolvers
//! read from it alone, so no query of theirs touches the database; whole answers are kept by request body until the next change.

pub mod answers;
pub mod demo;
mod follow;
mod http;
mod load;
pub mod schema;
pub mod snapshot;

use std::sync::Arc;

pub use answers::{Answers, KEPT_BODY};
pub use http::PATHS;
pub use load::ticker;

use crate::app::App;
use crate::features::Feature;
use schema::Shop;

pub fn feature() -> Feature {
    Feature { background: vec![|app| Box::pin(follow::follow(app))], ..Feature::of(http::routes()) }
}

/// The catalogue of this process.
pub fn of(app: &App) -> Arc<Answers> {
    app.shared_with(|| {
        Answers::new(Shop {
            provider_name: app.settings.provider_name.clone(),
            link_hosts: app.settings.link_hosts.clone(),
            cart_max_of_one: i32::try_from(app.settings.cart_max_of_one).unwrap_or(i32::MAX),
        })
    })
}
