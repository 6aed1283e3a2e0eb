//! The shop that the cases share, the people who call, and things that somebody owns.

use std::path::Path;
use std::sync::LazyLock;

use manao_api::access::Role;
use manao_api::access::rights::Thing;
use manao_api::access::rules::Rule;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::OnceCell;

use super::{account, cart, inbox, orders, profile};
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
    Staff,
    Owner,
}

impl As {
    /// What they are to a thing of the owner's.
    pub fn role(self) -> Option<Role> {
        match self {
            Self::Owner => Some(Role::Owner),
            Self::Staff => Some(Role::Operator),
            _ => None,
        }
    }
}

pub struct Stage {
    pub world: World,
    /// All but the owner
    pub callers: Vec<(As, Client)>,
    /// Somebody else, for the staff to suspend and restore
    pub bystander: i64,
}

impl Stage {
    pub async fn get() -> &'static Self {
        STAGE.get_or_init(Self::new).await
    }

    async fn new() -> Self {
        // Nothing is left in the system's folder, although this is never dropped.
        let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join("access");
        let _ = std::fs::remove_dir_all(&data);
        let world = World::shop_with(|settings| settings.manao_data = data).await;
        let callers = vec![
            (As::Visitor, world.anon()),
            (As::Unverified, world.unverified("unverified").await),
            (As::Newcomer, world.newcomer("newcomer").await),
            (As::Suspended, world.suspended("suspended").await),
            (As::Other, world.user("other").await),
            (As::Staff, world.operator("staff").await),
        ];
        let bystander = world.user("bystander").await.user_id;
        Self { world, callers, bystander }
    }

    pub fn caller(&self, caller: As) -> &Client {
        &self.callers.iter().find(|(who, _)| *who == caller).unwrap().1
    }

    pub async fn text(&self, sql: &'static str, id: &Value) -> String {
        let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
        sqlx::query_scalar(sql).bind(id).fetch_one(&self.world.app.db).await.expect(sql)
    }
}

/// A thing and whose it is.
pub struct Owned {
    pub owner: Client,
    /// As the call names it
    pub id: Value,
    /// What nobody else's answer may contain
    pub secrets: Vec<String>,
    /// What of it must not change when others try: a text, by its id as a text
    pub state: &'static str,
    /// Parts of it that a body may name
    pub parts: Value,
}

impl Owned {
    /// A new one of a new person, for this call.
    pub async fn new(stage: &Stage, rule: &Rule) -> Self {
        let world = &stage.world;
        let owner = world.user("owner").await;
        match rule.over.map(|over| over.thing) {
            None => Self { owner, id: Value::Null, secrets: Vec::new(), state: "select ''", parts: json!({}) },
            Some(Thing::CartItem) => cart::item(world, owner).await,
            Some(Thing::Document) => profile::document(owner).await,
            Some(Thing::InboxMessage) => inbox::message(world, owner, rule.path).await,
            Some(Thing::Order) => orders::order(world, owner).await,
            Some(Thing::OrderOfCharge) => orders::order_of_charge(world, owner).await,
            Some(thing @ (Thing::Entrant | Thing::MembershipOffer | Thing::Team | Thing::Tournament)) => {
                panic!("{thing:?} has no maker")
            }
            Some(Thing::Session) => account::session(world, owner).await,
        }
    }

    /// A name of the same kind that names nothing.
    pub fn absent(&self) -> Value {
        match &self.id {
            Value::String(id) if id.parse::<uuid::Uuid>().is_ok() => json!(uuid::Uuid::now_v7()),
            Value::String(id) if id.starts_with("MN-") => json!("MN-0000-0000"),
            Value::String(id) => json!(id.chars().rev().collect::<String>()),
            _ => json!(4_711_000_000_i64),
        }
    }
}
