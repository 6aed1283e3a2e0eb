//! The list of live events, as the web's types see them: `event` and `data` of the hub's event frame.

use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::features::brackets::live::BracketLive;
use crate::features::brackets::room_now::MatchNow;
use crate::features::brackets::stuck::MatchStuck;
use crate::features::broadcasts::live::BroadcastLive;
use crate::features::delivery::DeliveryTicker;
use crate::features::inbox::live::{BadgeLive, InboxLive};
use crate::features::messages::live::{MessageHiddenLive, MessageLive, MessageReadLive, ThreadLive};
use crate::features::orders::live::{OrderLive, PurchaseLive, StockLive};
use crate::features::promoters::PromoterLive;
use crate::features::registration::live::{EntrantLive, EntryLive};
use crate::features::teams::live::{MembershipLive, TeamLive};
use crate::features::tournaments::live::{TournamentLive, TournamentsLive};
use crate::features::user_log::AccountLive;
use crate::live::LiveEvent;

/// One line an event.
const EVENTS: &[Event] = &[
    Event::new::<OrderLive>(),
    Event::new::<PurchaseLive>(),
    Event::new::<StockLive>(),
    Event::new::<DeliveryTicker>(),
    Event::new::<BadgeLive>(),
    Event::new::<InboxLive>(),
    Event::new::<AccountLive>(),
    Event::new::<TournamentLive>(),
    Event::new::<TournamentsLive>(),
    Event::new::<BracketLive>(),
    Event::new::<MatchNow>(),
    Event::new::<MatchStuck>(),
    Event::new::<MessageLive>(),
    Event::new::<MessageHiddenLive>(),
    Event::new::<MessageReadLive>(),
    Event::new::<ThreadLive>(),
    Event::new::<BroadcastLive>(),
    Event::new::<PromoterLive>(),
    Event::new::<EntrantLive>(),
    Event::new::<EntryLive>(),
    Event::new::<TeamLive>(),
    Event::new::<MembershipLive>(),
];

type Schemas = Vec<(String, RefOr<Schema>)>;

struct Event {
    schema: fn() -> RefOr<Schema>,
    parts: fn(&mut Schemas),
}

impl Event {
    const fn new<E: LiveEvent + ToSchema>() -> Self {
        Self { schema: schema::<E>, parts: parts::<E> }
    }
}

fn schema<E: LiveEvent + ToSchema>() -> RefOr<Schema> {
    let name = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).enum_values(Some([E::NAME]));
    let event = ObjectBuilder::new()
        .description(Some(E::ABOUT))
        .property("event", name)
        .required("event")
        .property("data", Ref::from_schema_name(E::name()))
        .required("data");
    RefOr::T(Schema::Object(event.build()))
}

fn parts<E: LiveEvent + ToSchema>(schemas: &mut Schemas) {
    schemas.push((E::name().into_owned(), E::schema()));
    E::schemas(schemas);
}

/// The schema `LiveEvent`.
pub(super) struct LiveEvents;

impl PartialSchema for LiveEvents {
    fn schema() -> RefOr<Schema> {
        let all = EVENTS.iter().fold(OneOfBuilder::new(), |all, event| all.item((event.schema)()));
        let about = "What a client hears: `event` and `data` of the hub's event frame.";
        RefOr::T(Schema::OneOf(all.description(Some(about)).build()))
    }
}

impl ToSchema for LiveEvents {
    fn name() -> std::borrow::Cow<'static, str> {
        "LiveEvent".into()
    }

    fn schemas(schemas: &mut Schemas) {
        EVENTS.iter().for_each(|event| (event.parts)(schemas));
    }
}
