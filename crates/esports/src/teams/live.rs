//! Events of teams, for their members and for the people that a change concerns.

use manao_domain::text_enum;
use serde::Serialize;
use utoipa::ToSchema;

use manao_kernel::live::{LiveEvent, topics};

text_enum! {
    #[derive(ToSchema)]
    TeamChange {
        Updated = "updated",
        /// An invitation or a request was made, answered or ended
        Offers = "offers",
        Joined = "joined",
        Left = "left",
        /// A member asked to leave, or withdrew the request
        Leaving = "leaving",
        /// Another captain, or another acting captain
        Captain = "captain",
        Disbanded = "disbanded",
    }
}

/// A changed team, to be reloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamLive {
    pub team_id: i64,
    pub change: TeamChange,
}

impl LiveEvent for TeamLive {
    const NAME: &'static str = "team.changed";
    const ABOUT: &'static str = "Entry in `team:{id}`: something about the team changed";

    fn topic(&self) -> String {
        topics::team(self.team_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}

/// A change between a person and a team; pages that show it must reload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipLive {
    /// Names the topic; not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub user_id: i64,
    pub team_id: i64,
    pub change: TeamChange,
}

impl LiveEvent for MembershipLive {
    const NAME: &'static str = "membership.changed";
    const ABOUT: &'static str = "Entry in `user:{id}`: a team of the person, or what they are to it, changed";

    fn topic(&self) -> String {
        topics::user(self.user_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}
