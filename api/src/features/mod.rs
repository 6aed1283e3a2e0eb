//! One folder for each feature as a person would name it. To add one: a folder here and a line in [`all`].

pub mod account;
pub mod brackets;
pub mod broadcasts;
pub mod buyer;
pub mod cart;
pub mod catalogue;
pub mod coupons;
pub mod delivery;
pub mod documents;
pub mod email;
mod esports_demo;
pub mod exports;
pub mod favorites;
pub mod files;
pub mod inbox;
pub mod kyc;
pub mod ledger;
pub mod mail;
pub mod matches;
pub mod messages;
pub mod mobile;
pub mod notices;
pub mod orders;
pub mod organizations;
pub mod otp;
pub mod partners;
pub mod password;
pub mod payment_channels;
pub mod payments;
pub mod profile;
pub mod promoters;
pub mod registration;
pub mod stock_alerts;
pub mod sync;
pub mod teams;
pub mod tournament_form;
pub mod tournaments;
pub mod user_log;
pub mod voucher_codes;

use std::future::Future;
use std::pin::Pin;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::jobs::{JobDefinition, PeriodicTask};
use crate::pages::PageSource;
use crate::sealing::Sealer;

/// Work of a feature that lasts as long as the process; it ends by [`App::stopping`](crate::app::Inner::stopping).
pub type Background = fn(App) -> Pin<Box<dyn Future<Output = ()> + Send>>;

/// What a feature brings: its calls (paths under `/api`, as in `access::RULES`), its jobs, its periodic tasks, its background work and its
/// pages' data.
pub struct Feature {
    pub routes: OpenApiRouter<App>,
    pub jobs: Vec<JobDefinition>,
    pub periodic_tasks: Vec<PeriodicTask>,
    pub background: Vec<Background>,
    pub pages: Vec<PageSource>,
}

impl Feature {
    /// A feature of calls only; add jobs and periodic tasks by `Feature { jobs, periodic_tasks, ..Feature::of(routes) }`.
    pub fn of(routes: OpenApiRouter<App>) -> Self {
        Self { routes, jobs: Vec::new(), periodic_tasks: Vec::new(), background: Vec::new(), pages: Vec::new() }
    }
}

/// Every feature of this build.
pub fn all() -> Vec<Feature> {
    vec![
        account::feature(),
        brackets::feature(),
        broadcasts::feature(),
        cart::feature(),
        catalogue::feature(),
        coupons::feature(),
        delivery::feature(),
        documents::feature(),
        email::feature(),
        exports::feature(),
        favorites::feature(),
        files::feature(),
        inbox::feature(),
        kyc::feature(),
        mail::feature(),
        matches::feature(),
        messages::feature(),
        mobile::feature(),
        notices::feature(),
        orders::feature(),
        organizations::feature(),
        otp::feature(),
        partners::feature(),
        password::feature(),
        payment_channels::feature(),
        payments::feature(),
        stock_alerts::feature(),
        sync::feature(),
        profile::feature(),
        promoters::feature(),
        tournament_form::feature(),
        registration::feature(),
        tournaments::feature(),
        teams::feature(),
        user_log::feature(),
        voucher_codes::feature(),
    ]
}

/// Loads the demo shop's data; harmless when repeated.
pub async fn demo(app: &App) -> anyhow::Result<()> {
    let sealer = Sealer::of(app)?;
    let games = catalogue::demo::load_demo(&app.db, &sealer, app.now()).await?;
    coupons::demo::load(&app.db, app.now()).await?;
    sync::demo(app).await?;
    // The demo's staff, so that the repair queue can be looked at.
    sqlx::query!(
        "insert into operator_grants (identifier, granted_at, note) values ('operator@manao.example', $1, 'demo') on conflict do nothing",
        app.now()
    )
    .execute(&app.db)
    .await?;
    let tournaments = esports_demo::load(app).await?;
    tracing::info!(games, tournaments, "the demo shop stands");
    Ok(())
}
