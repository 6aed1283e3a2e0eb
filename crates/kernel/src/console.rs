//! The parts of the console that every owner adds to: what its search finds, and the database that it reads.

use std::str::FromStr as _;
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use manao_domain::msisdn::Msisdn;
use manao_domain::order_number::OrderNumber;
use manao_domain::staff::StaffRole;
use manao_domain::text::normalise;
use manao_domain::text_enum;
use serde::Serialize;
use sqlx::postgres::PgPoolOptions;
use sqlx::{PgConnection, PgPool};
use utoipa::ToSchema;

use crate::app::App;
use crate::problem::{Lang, Problem};
use crate::settings::Settings;

/// Connections for the console's reads, apart from those of the shop: a heavy question of staff makes no customer wait.
const CONNECTIONS: u32 = 4;

text_enum! {
    /// A kind of thing that the search finds.
    #[derive(ToSchema)]
    HitKind {
        Order = "order",
        Person = "person",
        Team = "team",
        Tournament = "tournament",
        Article = "article",
    }
}

text_enum! {
    /// What of it was found.
    #[derive(ToSchema)]
    FoundBy {
        Number = "number",
        Receipt = "receipt",
        Charge = "charge",
        /// Serial number of a voucher code
        Voucher = "voucher",
        /// Player ID in a game
        Player = "player",
        Name = "name",
        Mobile = "mobile",
        /// The last four digits of a mobile number
        MobileEnd = "mobile_end",
        Email = "email",
        Id = "id",
    }
}

/// Something that the search found.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchHit {
    pub kind: HitKind,
    /// Names it in the address of its page: an order's number, an id; of an article its kind and its id or slug, `manual/coupons`
    pub key: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Its state, as its kind names it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    pub by: FoundBy,
    /// Time at which it was made
    pub at: DateTime<Utc>,
}

/// A text that staff search for, and what it can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needle {
    /// Without surrounding space; 2 to 100 characters
    pub text: String,
    pub order_number: Option<String>,
    /// As `66…`
    pub msisdn: Option<String>,
    pub mobile_end: Option<String>,
    pub id: Option<i64>,
    pub is_email: bool,
}

/// Shortest and longest text that is searched for, in characters.
const SHORTEST: usize = 2;
const LONGEST: usize = 100;

impl Needle {
    /// None for a text that is too short or too long to find anything by.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() > 4 * LONGEST {
            return None;
        }
        let text = normalise(text).trim().to_owned();
        if !(SHORTEST..=LONGEST).contains(&text.chars().count()) {
            return None;
        }
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        Some(Self {
            order_number: OrderNumber::from_str(&text).ok().map(String::from),
            msisdn: Msisdn::parse(&text).ok().map(|number| number.international().to_owned()),
            mobile_end: (digits && text.len() == 4).then(|| text.clone()),
            id: text.strip_prefix('#').unwrap_or(&text).parse().ok().filter(|id| *id > 0),
            is_email: text.contains('@'),
            text,
        })
    }
}

/// Finds things of one owner.
pub type Find = for<'a> fn(&'a mut PgConnection, &'a Needle, Lang) -> BoxFuture<'a, Result<Vec<SearchHit>, Problem>>;

/// A part of the search, and the roles that see its results.
#[derive(Clone, Copy, Debug)]
pub struct Finder {
    pub roles: &'static [StaffRole],
    pub find: Find,
}

/// Every owner's part of the search, in the order of the results.
#[derive(Clone, Debug, Default)]
pub struct Finders(pub Vec<Finder>);

text_enum! {
    /// Work that waits for staff; the most expensive for customers first.
    #[derive(ToSchema)]
    WorkKind {
        /// Paid lines that could not be delivered
        Repair = "repair",
        /// Payments that may have been made without our having heard of them
        PaymentChecking = "payment_checking",
        /// A payment channel that is closed
        ChannelClosed = "channel_closed",
        /// Our money at a partner runs short
        PartnerFloat = "partner_float",
        /// Voucher codes that last for less than two days
        VoucherStock = "voucher_stock",
        /// Codes that their buyers could not use
        CodeClaim = "code_claim",
        /// Money that is owed to buyers
        Refund = "refund",
        Dispute = "dispute",
        /// Charges at a provider that are none of ours
        UnmatchedCharge = "unmatched_charge",
        /// Differences between the books and a counterparty's
        Difference = "difference",
        /// Threads that wait for an answer
        Thread = "thread",
        /// Tournaments without an end a day after it was due
        TournamentStuck = "tournament_stuck",
        MatchDispute = "match_dispute",
        /// Messages that were reported
        MessageReport = "message_report",
        /// People who want to run tournaments
        Application = "application",
        /// Jobs that were given up
        JobFailed = "job_failed",
    }
}

impl WorkKind {
    /// Returns the roles whose work it is.
    pub const fn roles(self) -> &'static [StaffRole] {
        use StaffRole::{Admin, Catalogue, Esports, Finance, Support};
        match self {
            Self::Repair | Self::CodeClaim | Self::Thread => &[Support],
            Self::PaymentChecking => &[Support, Finance],
            Self::Refund | Self::Dispute | Self::UnmatchedCharge | Self::Difference => &[Finance],
            Self::ChannelClosed | Self::PartnerFloat => &[Catalogue, Finance],
            Self::VoucherStock => &[Catalogue],
            Self::TournamentStuck | Self::MatchDispute | Self::MessageReport | Self::Application => &[Esports],
            Self::JobFailed => &[Admin],
        }
    }
}

/// Work of a kind that waits.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Work {
    pub kind: WorkKind,
    pub count: i64,
    /// Time since when the oldest waits
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<DateTime<Utc>>,
    /// What it is about, where it is one thing: a channel's or a partner's name
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Work {
    /// Whether there is something to do: kinds are counted even without any, and codes may be all gone.
    pub fn needs_staff(&self) -> bool {
        self.count > 0 || self.kind == WorkKind::VoucherStock
    }
}

/// Loads the work of one owner; kinds without work may be left out.
pub type LoadWork = for<'a> fn(&'a mut PgConnection, DateTime<Utc>, Lang) -> BoxFuture<'a, Result<Vec<Work>, Problem>>;

/// Every owner's work.
#[derive(Clone, Debug, Default)]
pub struct Works(pub Vec<LoadWork>);

/// The database that the console reads: a replica where the settings name one.
#[derive(Clone, Debug)]
pub struct ConsoleDatabase(PgPool);

impl ConsoleDatabase {
    /// # Errors
    /// When `CONSOLE_DATABASE_URL` is no address of a database.
    pub fn new(settings: &Settings, db: &PgPool) -> anyhow::Result<Self> {
        let options = match &settings.console_database_url {
            Some(url) => url.parse()?,
            None => (*db.connect_options()).clone(),
        };
        let options = options.application_name("manao console").options([
            ("timezone", "UTC"),
            ("lock_timeout", "2s"),
            ("statement_timeout", "5s"),
            ("idle_in_transaction_session_timeout", "10s"),
            ("default_transaction_read_only", "on"),
        ]);
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(Duration::from_secs(5));
        Ok(Self(pool.connect_lazy_with(options)))
    }

    /// Returns the one that was provided at the program's start.
    pub fn from_app(app: &App) -> std::sync::Arc<Self> {
        app.shared_with(|| Self(app.db.clone()))
    }

    pub fn pool(&self) -> &PgPool {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_says_what_it_can_be() {
        let needle = |text| Needle::parse(text).unwrap();
        assert_eq!(needle(" mn-abcd-2345 ").order_number.as_deref(), Some("MN-ABCD-2345"));
        assert_eq!(needle("081-234-5678").msisdn.as_deref(), Some("66812345678"));
        let end = needle("5678");
        assert_eq!((end.mobile_end.as_deref(), end.id), (Some("5678"), Some(5678)));
        assert_eq!(needle("#100001").id, Some(100_001));
        assert!(needle("mali@example.com").is_email);
        let name = needle("มะลิ");
        assert_eq!((name.order_number, name.msisdn, name.id), (None, None, None));
        for text in ["", " ", "a", &"ก".repeat(101), &"a".repeat(100_000)] {
            assert_eq!(Needle::parse(text), None);
        }
    }
}
