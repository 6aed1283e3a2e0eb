//! The shop's opening and display mode: closed for maintenance at a time, without colours. Open pages follow at once.

use chrono::{DateTime, Utc};
use clap::Subcommand;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::live::{LiveEvent, topics};
use manao_kernel::problem::{Form, Problem, codes, required};
use manao_kernel::text::Text;
use serde::Serialize;
use utoipa::ToSchema;

use super::snapshot::Maintenance;

/// Longest message, in characters.
const MESSAGE: usize = 300;

/// The shop's opening and display mode, as they are now.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopLive {
    pub is_monochrome: bool,
    /// Null while no maintenance is announced
    pub maintenance: Option<Maintenance>,
    pub version: i64,
}

impl LiveEvent for ShopLive {
    const NAME: &'static str = "shop.changed";
    const ABOUT: &'static str = "State of `public:maintenance`";

    fn topic(&self) -> String {
        topics::SHOP.to_owned()
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }
}

/// Announces a maintenance: the shop takes no orders from `starts_at` on (now, when absent) until `until` (for good, when absent).
///
/// # Errors
/// 422 `fields_invalid`.
pub async fn close(change: &mut Change, maintenance: &Maintenance) -> Result<(), Problem> {
    let mut form = Form::default();
    form.field("message.th", required(&maintenance.message.th, MESSAGE));
    form.field("message.en", required(&maintenance.message.en, MESSAGE));
    let begins = maintenance.starts_at.unwrap_or_else(|| change.now());
    if maintenance.until.is_some_and(|until| until <= begins) {
        form.refuse("until", codes::article_schedule_invalid);
    }
    form.check()?;
    set(change, "maintenance", &serde_json::to_value(maintenance)?).await
}

/// Opens the shop, or takes an announcement back.
pub async fn open(change: &mut Change) -> Result<(), Problem> {
    set(change, "maintenance", &serde_json::Value::Null).await
}

/// Takes the colours away, or gives them back.
pub async fn set_monochrome(change: &mut Change, on: bool) -> Result<(), Problem> {
    set(change, "is_monochrome", &on.into()).await
}

async fn set(change: &mut Change, key: &str, value: &serde_json::Value) -> Result<(), Problem> {
    sqlx::query!(
        "insert into shop.app_config (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value",
        key,
        value
    )
    .execute(change.conn())
    .await?;
    tracing::info!(key, %value, "the shop's opening or display mode changed");
    let state = state(change).await?;
    change.emit(&state)
}

async fn state(change: &mut Change) -> Result<ShopLive, Problem> {
    let mut state = ShopLive { is_monochrome: false, maintenance: None, version: change.now().timestamp_millis() };
    for row in sqlx::query!("select key, value from shop.app_config").fetch_all(change.conn()).await? {
        match row.key.as_str() {
            "is_monochrome" => state.is_monochrome = row.value.as_bool().unwrap_or(false),
            "maintenance" => state.maintenance = serde_json::from_value(row.value).unwrap_or_default(),
            _ => {}
        }
    }
    Ok(state)
}

#[derive(Subcommand, Debug)]
pub enum ShopCommand {
    /// Close the shop for maintenance, now or at a time
    Close {
        /// Message on every page, in Thai
        #[arg(long)]
        th: String,
        /// The same in English
        #[arg(long)]
        en: String,
        /// When it begins, such as `2026-12-01T19:00:00Z`; now, when absent
        #[arg(long)]
        at: Option<DateTime<Utc>>,
        /// When it ends; `manao shop open` ends it, when absent
        #[arg(long)]
        until: Option<DateTime<Utc>>,
    },
    /// Open the shop, or take an announced maintenance back
    Open,
    /// Take the colours away, or give them back
    Monochrome {
        #[arg(value_parser = clap::builder::BoolishValueParser::new())]
        on: bool,
    },
}

/// Runs the command, and returns the text to print.
///
/// # Errors
/// When a message or a time is refused, or the database fails.
pub async fn run(app: &App, command: ShopCommand) -> anyhow::Result<String> {
    let mut change = app.change().await?;
    let said = match command {
        ShopCommand::Close { th, en, at, until } => {
            close(&mut change, &Maintenance { message: Text::new(th, en), starts_at: at, until }).await?;
            "The maintenance is announced."
        }
        ShopCommand::Open => {
            open(&mut change).await?;
            "The shop is open."
        }
        ShopCommand::Monochrome { on } => {
            set_monochrome(&mut change, on).await?;
            if on { "The shop is shown without colours." } else { "The shop is shown in colours." }
        }
    };
    change.commit().await?;
    Ok(said.to_owned())
}
