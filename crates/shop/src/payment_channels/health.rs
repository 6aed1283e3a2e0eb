//! Channels that close by themselves when their bank does not answer, and open when a probe is answered.

use chrono::TimeDelta;
use manao_domain::channel::ChannelCode;
use manao_domain::msisdn::Msisdn;
use serde::Serialize;
use utoipa::ToSchema;

use super::rules::offered;
use crate::providers::charges::{Provider, ProviderError};
use crate::providers::payments::Opn;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::live::{LiveEvent, topics};
use manao_kernel::problem::Problem;
use manao_kernel::providers::gateway::CallError;
use manao_kernel::providers::telecom::Telecom;

/// A number that belongs to nobody: asking about it shows whether the telecom answers.
const NOBODY: &str = "0800000000";

/// The list of channels changed: one opened or closed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChannelsLive {
    /// Counted up with each change
    pub version: i64,
}

impl LiveEvent for ChannelsLive {
    const NAME: &'static str = "channels.changed";
    const ABOUT: &'static str =
        "State of `public:channels`: a payment channel opened or closed, and the list is to be read again";

    fn topic(&self) -> String {
        topics::CHANNELS.to_owned()
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }
}

/// Tells open pages that the channels changed. Every change of a row raises its version, so their sum grows.
pub async fn tell(change: &mut Change) -> Result<(), Problem> {
    let version = sqlx::query_scalar!(r#"select sum(version)::bigint as "version!" from shop.payment_channels"#)
        .fetch_one(change.conn())
        .await?;
    change.emit(&ChannelsLive { version })
}

/// Notes that a charge of this channel was made. Writes only where something had failed.
pub async fn answered(change: &mut Change, channel: ChannelCode) -> Result<(), Problem> {
    let was = sqlx::query!(
        r#"update shop.payment_channels c set failures = 0, down_since = null, probe_at = null, version = c.version + 1
           from shop.payment_channels before where before.code = c.code and c.code = $1 and c.failures > 0
           returning before.down_since as "down_since?""#,
        channel.as_str()
    )
    .fetch_optional(change.conn())
    .await?;
    if was.is_some_and(|row| row.down_since.is_some()) {
        tell(change).await?;
        tracing::info!(%channel, "the payment channel answers again and is open");
    }
    Ok(())
}

/// Counts a try that the channel's bank did not answer. After some in a row (setting `CHANNEL_TRIPS_AFTER`) the channel closes.
pub async fn did_not_answer(app: &App, channel: ChannelCode) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let row = sqlx::query!(
        r#"update shop.payment_channels set failures = failures + 1,
                  down_since = case when failures + 1 >= $2 then coalesce(down_since, $3) end,
                  probe_at = case when failures + 1 >= $2 then coalesce(probe_at, $4) end,
                  version = version + (failures + 1 = $2)::int
           where code = $1 returning failures"#,
        channel.as_str(),
        app.settings.channel_trips_after,
        now,
        now + probe_every(app)
    )
    .fetch_optional(change.conn())
    .await?;
    if row.is_some_and(|row| row.failures == app.settings.channel_trips_after) {
        tell(&mut change).await?;
        tracing::error!(%channel, "the payment channel does not answer and is closed until it does");
        metrics::counter!("manao_channels_closed_total", "channel" => channel.as_str()).increment(1);
    }
    change.commit().await
}

fn probe_every(app: &App) -> TimeDelta {
    TimeDelta::seconds(app.settings.channel_probe_seconds.max(1).into())
}

/// Probes the channels that closed by themselves. One process probes a channel at a time: it takes the turn by moving the time.
pub async fn probe_round(app: App) -> anyhow::Result<()> {
    let now = app.now();
    let due = sqlx::query!(
        r#"update shop.payment_channels set probe_at = $2 where down_since is not null and probe_at <= $1
           returning code as "code: ChannelCode", min_satang"#,
        now,
        now + probe_every(&app)
    )
    .fetch_all(&app.db)
    .await?;
    for row in due {
        match probe(&app, row.code, row.min_satang).await {
            Ok(()) => {
                let mut change = app.change().await?;
                answered(&mut change, row.code).await?;
                change.commit().await?;
            }
            Err(error) => tracing::info!(channel = %row.code, %error, "the payment channel does not answer yet"),
        }
    }
    Ok(())
}

/// Asks the channel's provider something that costs nothing. A refusal is an answer.
async fn probe(app: &App, code: ChannelCode, amount_satang: i64) -> Result<(), Problem> {
    let adapter = offered(app, code).await;
    let provider = adapter.provider();
    match (provider, adapter.probe()) {
        (Provider::Opn, Some(method)) => match Opn::from_app(app).probe(method, amount_satang).await {
            Ok(()) | Err(ProviderError::Refused { .. } | ProviderError::NotFound) => Ok(()),
            Err(error) => Err(provider.away(error)),
        },
        (Provider::Opn, None) => Ok(()),
        (Provider::Telecom, _) => {
            let number = Msisdn::parse(NOBODY).map_err(Problem::internal)?;
            match Telecom::from_app(app).network_type(&number).await {
                Ok(_) | Err(CallError::Refused { .. }) => Ok(()),
                Err(error) => Err(error.into()),
            }
        }
    }
}
