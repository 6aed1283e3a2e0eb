//! The catalogue as the shop shows it: games, packages, shelves, banners, flash sales.
//!
//! The whole catalogue is held in memory ([`snapshot::Snapshot`]) and reloaded when the database reports a change. GraphQL resolvers read
//! from it alone, so none of their queries touches the database; whole answers are cached by request body until the next change.
//!
//! Anyone may send any query, so it is bounded before it is walked: its bytes, then its tokens and nesting (`lexical`), then its cost
//! (`cost`); only then does the schema see it. All of that, and answering, happens off the runtime's threads (`manao_kernel::worker_pool`).

pub mod answers;
mod articles;
mod content_pages;
mod cost;
pub mod demo;
mod flash;
mod follow;
mod http;
mod lexical;
mod limits;
mod load;
mod missing;
pub mod opening;
mod pages;
mod question;
mod related;
pub mod schema;
mod search;
mod search_index;
mod share;
pub mod snapshot;

use std::sync::Arc;

pub use answers::{Answers, KEPT_BODY};
pub use http::PATHS;
pub use load::ticker;
pub use missing::missing_things;

use manao_kernel::app::App;
use manao_kernel::feature::Feature;
use schema::Shop;

pub fn feature() -> Feature {
    Feature {
        pages: pages::sources().into_iter().chain(content_pages::sources()).collect(),
        feeds: content_pages::feeds(),
        background: vec![|app| Box::pin(follow::follow(app))],
        ..http::calls().with_calls(flash::calls()).emits::<opening::ShopLive>()
    }
}

/// Returns the catalogue of this process.
pub fn answers_of(app: &App) -> Arc<Answers> {
    app.shared_with(|| Answers::new(Shop::new(&app.settings)))
}
