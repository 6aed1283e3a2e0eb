//! The caller of a request, and the calls that they may make.
//!
//! A call is registered with its rule ([`Feature::call`](crate::Feature::call)). The guard looks the rule up before the handler runs, so a
//! handler that forgets to check is still protected. The extractors below give the handler the caller and their role over the call's target.

mod address;
mod caller;
mod guard;
mod named;
pub mod rights;
pub mod rules;
mod same_site;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use manao_domain::staff::{ConsoleTimes, StaffRole};

use crate::app::App;
use crate::problem::{Problem, codes};

pub use address::{ClientAddress, network};
pub use caller::{CONSOLE_COOKIE, Caller, LoadSession, Session, ShownSession};
pub use guard::{guard, keep_nowhere};
pub use rights::Role;
pub use rules::Who;
pub use same_site::SameSite;

/// Header by which a client that keeps no cookies asks for its tokens in the body.
pub const TOKEN_DELIVERY: &str = "Token-Delivery";

/// Any caller, logged in or not. Never rejects.
#[derive(Clone, Debug)]
pub struct MaybeMember(pub Option<Member>);

/// A signed-in person with a live session; possibly suspended, unverified, or without having accepted the terms.
#[derive(Clone, Debug)]
pub struct Member {
    pub user_id: i64,
    pub session_id: uuid::Uuid,
    pub verified: bool,
    pub suspended: bool,
    /// Whether the person has accepted the current terms
    pub synced: bool,
    /// The roles of staff; empty for everybody else
    pub roles: Vec<StaffRole>,
    /// The console session that this browser is in; None once it is over
    pub console: Option<ConsoleSession>,
    /// Whether the person currently has the right to run tournaments
    pub promoter: bool,
}

/// A member who is not suspended.
#[derive(Clone, Debug)]
pub struct ActiveMember(pub Member);

/// An active member with a verified e-mail or mobile number who has accepted the current terms.
#[derive(Clone, Debug)]
pub struct VerifiedMember(pub Member);

/// A verified member who may run tournaments: the application was approved, less than a year ago.
#[derive(Clone, Debug)]
pub struct PromoterMember(pub Member);

/// Somebody who has a role of staff and is not suspended; in the console or on the way in.
#[derive(Clone, Debug)]
pub struct StaffMember(pub Member);

/// Staff in the console: a second factor was given for this login, in this browser. The guard has checked the call's roles.
#[derive(Clone, Debug)]
pub struct Staff {
    member: Member,
    pub console: ConsoleSession,
}

/// A session in the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConsoleSession {
    pub id: uuid::Uuid,
    pub times: ConsoleTimes,
}

impl Member {
    /// # Errors
    /// 403 `account_suspended`.
    pub fn active(self) -> Result<ActiveMember, Problem> {
        if self.suspended { Err(codes::account_suspended.into()) } else { Ok(ActiveMember(self)) }
    }

    /// # Errors
    /// 403 `account_suspended`, `verification_required` or `terms_required`.
    pub fn verified(self) -> Result<VerifiedMember, Problem> {
        let ActiveMember(member) = self.active()?;
        if !member.verified {
            return Err(codes::verification_required.into());
        }
        if member.synced { Ok(VerifiedMember(member)) } else { Err(codes::terms_required.into()) }
    }

    /// # Errors
    /// 403 as [`Member::verified`], or `promoter_required`.
    pub fn promoter(self) -> Result<PromoterMember, Problem> {
        let VerifiedMember(member) = self.verified()?;
        if member.promoter { Ok(PromoterMember(member)) } else { Err(codes::promoter_required.into()) }
    }

    /// # Errors
    /// 403 `account_suspended` or `staff_required`.
    pub fn staff_member(self) -> Result<StaffMember, Problem> {
        let ActiveMember(member) = self.active()?;
        if member.roles.is_empty() { Err(codes::staff_required.into()) } else { Ok(StaffMember(member)) }
    }

    /// # Errors
    /// 403 as [`Member::staff_member`], or `console_required`.
    pub fn staff(self) -> Result<Staff, Problem> {
        let StaffMember(member) = self.staff_member()?;
        let console = member.console.ok_or(codes::console_required)?;
        Ok(Staff { member, console })
    }
}

impl Staff {
    /// Whether they have one of these roles.
    pub fn has(&self, roles: &[StaffRole]) -> bool {
        self.roles.iter().any(|role| roles.contains(role))
    }
}

impl std::ops::Deref for Staff {
    type Target = Member;
    fn deref(&self) -> &Member {
        &self.member
    }
}

macro_rules! reads_as_member {
    ($($name:ident),*) => {$(
        impl std::ops::Deref for $name {
            type Target = Member;
            fn deref(&self) -> &Member {
                &self.0
            }
        }
    )*};
}
reads_as_member!(ActiveMember, VerifiedMember, PromoterMember, StaffMember);

impl FromRequestParts<App> for MaybeMember {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Ok(MaybeMember(Caller::from_parts(parts, app).await?.member().ok()))
    }
}

impl FromRequestParts<App> for Member {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Caller::from_parts(parts, app).await?.member()
    }
}

impl FromRequestParts<App> for ActiveMember {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Caller::from_parts(parts, app).await?.member()?.active()
    }
}

impl FromRequestParts<App> for VerifiedMember {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Caller::from_parts(parts, app).await?.member()?.verified()
    }
}

impl FromRequestParts<App> for PromoterMember {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Caller::from_parts(parts, app).await?.member()?.promoter()
    }
}

impl FromRequestParts<App> for StaffMember {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Caller::from_parts(parts, app).await?.member()?.staff_member()
    }
}

impl FromRequestParts<App> for Staff {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Caller::from_parts(parts, app).await?.member()?.staff()
    }
}

/// The caller's role over the thing that the call's rule names.
impl FromRequestParts<App> for Role {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        parts.extensions.get().copied().ok_or_else(|| Problem::internal("the call's row names no thing"))
    }
}
