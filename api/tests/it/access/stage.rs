//! The shop that the cases share, the callers, and owned things.

use std::path::Path;
use std::sync::LazyLock;

use manao_domain::staff::StaffRole;
use manao_kernel::access::Role;
use manao_kernel::access::rules::Rule;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::OnceCell;

use super::esports::{self, Staged};
use super::{account, cart, inbox, orders, profile, threads};
use crate::support::{Client, World};

/// It outlives each test, and so does the shop that runs on it.
pub static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
static STAGE: OnceCell<Stage> = OnceCell::const_new();

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum As {
    Visitor,
    Unverified,
    Newcomer,
    Suspended,
    Other,
    /// In the console, with every role
    Staff,
    /// In the console, with this role alone
    Role(StaffRole),
    /// With every role, and no second factor yet
    StaffOutside,
    /// In the console with every role; the factor was given a while ago
    StaleStaff,
    /// May run tournaments, and runs another one
    Promoter,
    /// Captain of another team, which plays in another tournament
    Captain,
    /// Suspended co-promoter of this tournament
    SuspendedCoPromoter,
    /// Has this role over the thing
    Holder(Role),
    /// Has this role over the thing's parent, and none over the thing itself
    Beside(Role),
}

impl As {
    /// Returns the role over the thing.
    pub fn role(self) -> Option<Role> {
        match self {
            Self::Holder(role) => Some(role),
            Self::Staff | Self::Role(_) | Self::StaleStaff => Some(Role::Staff),
            _ => None,
        }
    }

    pub fn is_suspended(self) -> bool {
        matches!(self, Self::Suspended | Self::SuspendedCoPromoter)
    }

    /// Whether they have a role of staff.
    pub fn is_staff(self) -> bool {
        matches!(self, Self::Staff | Self::Role(_) | Self::StaffOutside | Self::StaleStaff)
    }

    /// Whether they may create tournaments.
    pub fn is_promoter(self) -> bool {
        matches!(self, Self::Promoter | Self::Holder(Role::Promoter))
    }
}

pub struct Stage {
    pub world: World,
    /// Callers without a role over a thing, and staff
    pub callers: Vec<(As, Client)>,
    /// Another user, for staff to suspend and restore
    pub bystander: i64,
    /// The other team and tournament, for calls that name one without being over it
    pub parts: Value,
}

impl Stage {
    pub async fn get() -> &'static Self {
        STAGE.get_or_init(Self::new).await
    }

    async fn new() -> Self {
        // Nothing is left in the system's temporary folder, although this is never dropped.
        let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("access");
        let _ = std::fs::remove_dir_all(&data);
        let world = World::shop_with(|settings| settings.manao_data = data).await;
        let elsewhere = Staged::new(&world).await;
        let outside = world.operator("outside").await;
        let stale = world.operator("stale").await;
        let mut callers = vec![
            (As::Visitor, world.anon()),
            (As::Unverified, world.unverified("unverified").await),
            (As::Newcomer, world.newcomer("newcomer").await),
            (As::Suspended, world.suspended("suspended").await),
            (As::Other, world.user("other").await),
            (As::Staff, world.operator("staff").await),
            (As::StaffOutside, Client { console: None, ..outside }),
            (As::StaleStaff, stale),
            (As::Promoter, elsewhere.promoter.clone()),
            (As::Captain, elsewhere.captain().clone()),
        ];
        for role in StaffRole::ALL {
            callers.push((As::Role(*role), world.staff(role.as_str(), &[*role]).await));
        }
        let bystander = world.user("bystander").await.user_id;
        Self { world, callers, bystander, parts: elsewhere.parts() }
    }

    pub fn caller(&self, caller: As) -> &Client {
        &self.callers.iter().find(|(who, _)| *who == caller).unwrap().1
    }

    pub async fn text(&self, sql: &'static str, id: &Value) -> String {
        let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
        sqlx::query_scalar(sql).bind(id).fetch_one(&self.world.app.db).await.expect(sql)
    }
}

/// A thing, and the users with a role over it.
pub struct Owned {
    /// Nobody else has a role over it
    pub holders: Vec<(As, Client)>,
    /// As the call names it
    pub id: Value,
    /// Texts that nobody else's answer may contain
    pub secrets: Vec<String>,
    /// Query of the state that must not change when others try: a text, by the thing's id as a text
    pub state: &'static str,
    /// Parts of it that a path or a body may name
    pub parts: Value,
}

impl Owned {
    /// Creates a new thing of new people for this call, over which a user has the wanted role.
    pub async fn new(stage: &Stage, rule: &Rule, wanted: Role) -> Self {
        let world = &stage.world;
        let Some(over) = rule.over else {
            return Self { holders: Vec::new(), id: Value::Null, secrets: Vec::new(), state: "select ''", parts: json!({}) };
        };
        match over.thing.name {
            "CartItem" => cart::item(world, world.user("owner").await).await,
            "Document" => esports::evidence(world, profile::document(world.user("owner").await).await).await,
            "Entrant" => esports::entrant(world).await,
            "InboxMessage" => inbox::message(world, world.user("owner").await, &rule.path).await,
            "Match" => esports::match_of_two(world).await,
            "MatchProposal" => esports::proposal(world).await,
            "Message" => esports::message(world).await,
            "Thread" => esports::thread(world).await,
            "MembershipOffer" => esports::offer(world, wanted).await,
            "Order" => orders::order(world, world.user("owner").await).await,
            "OrderOfCharge" => orders::order_of_charge(world, world.user("owner").await).await,
            "Session" => account::session(world, world.user("owner").await).await,
            "Subscription" => orders::subscription(world, world.user("owner").await).await,
            "SupportThread" => threads::thread(world.user("owner").await).await,
            "Team" => esports::team(world, wanted).await,
            "Tournament" => esports::tournament(world).await,
            other => panic!("no maker of a {other}"),
        }
    }

    /// Returns an offer of the other kind, invitation or request, since the roles over the two differ.
    pub async fn other_kind(&self, stage: &Stage, rule: &Rule) -> Option<Self> {
        let is_offer = rule.over.is_some_and(|over| over.thing.name == "MembershipOffer");
        let invitation = self.holders.iter().any(|(who, _)| *who == As::Holder(Role::Invited));
        let other = if invitation { Role::Applicant } else { Role::Invited };
        if is_offer { Some(Self::new(stage, rule, other).await) } else { None }
    }

    pub fn holder(&self, role: Role) -> &Client {
        let found = self.holders.iter().find(|(who, _)| *who == As::Holder(role));
        &found.unwrap_or_else(|| panic!("nobody is {role} of it: its maker needs one")).1
    }

    /// Returns an id of the same kind that does not exist.
    pub fn absent(&self) -> Value {
        match &self.id {
            Value::String(id) if id.parse::<uuid::Uuid>().is_ok() => json!(uuid::Uuid::now_v7()),
            Value::String(id) if id.starts_with("MN-") => json!("MN-0000-0000"),
            Value::String(id) => json!(id.chars().rev().collect::<String>()),
            _ => json!(4_711_000_000_i64),
        }
    }
}

/// Returns the holders of a single user's own thing.
pub fn owned_by(owner: Client) -> Vec<(As, Client)> {
    vec![(As::Holder(Role::Owner), owner)]
}
