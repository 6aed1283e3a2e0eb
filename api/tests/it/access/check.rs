//! Makes one call as every kind of caller, over an owner's thing and over nothing, and compares it with the rule.

use manao_kernel::access::rights::Named;
use manao_kernel::access::rules::{Rule, Verb};
use manao_kernel::access::{Role, Who};
use reqwest::{Method, RequestBuilder};
use serde_json::Value;

use super::RULES;
use super::case::Case;
use super::stage::{As, Owned, RUNTIME, Stage};
use crate::support::{Answer, Client};

/// Refusals that concern the caller, not the request.
const REFUSALS: &[&str] = &[
    "session_required",
    "session_expired",
    "session_revoked",
    "forbidden",
    "account_suspended",
    "verification_required",
    "terms_required",
    "promoter_required",
    "staff_required",
    "console_required",
    "role_required",
    "factor_required",
];

/// Returns the refusal that this caller gets whatever the call names, if any.
fn verdict(who: Who, caller: As) -> Option<(u16, &'static str)> {
    match (who, caller) {
        (Who::Public | Who::Anyone, _) => None,
        (_, As::Visitor) => Some((401, "session_required")),
        (Who::Member, _) => None,
        (_, caller) if caller.is_suspended() => Some((403, "account_suspended")),
        (Who::Active, _) => None,
        (Who::StaffMember | Who::Staff(_), caller) if !caller.is_staff() => Some((403, "staff_required")),
        (Who::StaffMember, _) => None,
        (Who::Staff(_), As::StaffOutside) => Some((403, "console_required")),
        (Who::Staff(roles), As::Role(role)) if !roles.contains(&role) => Some((403, "role_required")),
        (Who::Staff(_), _) => None,
        (_, As::Unverified) => Some((403, "verification_required")),
        (_, As::Newcomer) => Some((403, "terms_required")),
        (Who::Promoter, caller) if !caller.is_promoter() => Some((403, "promoter_required")),
        (Who::Promoter | Who::Verified, _) => None,
    }
}

/// Returns the same for a call that names a thing, or one that does not exist.
fn refusal(rule: &Rule, caller: As, there: bool) -> Option<(u16, &'static str)> {
    let stale = (rule.fresh && caller == As::StaleStaff).then_some((403, "factor_required"));
    verdict(rule.who, caller).or(stale).or_else(|| {
        let over = rule.over?;
        let has_a_right = there && caller.role().is_some_and(|role| over.roles.contains(&role));
        (!has_a_right).then_some((over.thing.not_found.status, over.thing.not_found.name))
    })
}

pub fn check(case: &Case) {
    let rule = RULES.iter().find(|rule| case.is_of(rule)).unwrap_or_else(|| panic!("{} has no such rule", case.path));
    RUNTIME.block_on(async {
        let stage = Stage::get().await;
        let first = rule.over.map_or(Role::Owner, |over| over.roles[0]);
        let owned = Owned::new(stage, rule, first).await;
        let call = Call { stage, case, rule, owned: &owned };
        call.others().await;
        if let Some(other) = owned.other_kind(stage, rule).await {
            Call { owned: &other, ..call }.others().await;
        }
        call.nonsense().await;
        call.head().await;
        if rule.verb == Verb::WritingGet {
            call.is_told_by_the_header_alone().await;
        }
        for role in rule.over.iter().flat_map(|over| over.roles) {
            if *role == first {
                call.holder(*role).await;
            } else {
                // Actions allowed to others may have changed the first one.
                let owned = Owned::new(stage, rule, *role).await;
                Call { owned: &owned, ..call }.holder(*role).await;
            }
        }
    });
}

#[derive(Clone, Copy)]
struct Call<'a> {
    stage: &'static Stage,
    case: &'a Case,
    rule: &'a Rule,
    owned: &'a Owned,
}

impl Call<'_> {
    /// Checks that a caller without the right learns and changes nothing: to them the thing does not exist.
    async fn others(&self) {
        let is_console = matches!(self.rule.who, Who::StaffMember | Who::Staff(_));
        for (caller, client) in self.stage.callers.iter().chain(&self.owned.holders) {
            // One role or another makes no difference elsewhere.
            if matches!(caller, As::Role(_) | As::StaleStaff) && !is_console {
                continue;
            }
            let may = self.rule.over.is_some() && refusal(self.rule, *caller, true).is_none();
            let before = self.state().await;
            for method in self.rule.verb.methods().iter().filter(|_| !may) {
                let foreign = self.expect(method, *caller, client, &self.owned.id, true).await;
                if self.rule.over.is_some() {
                    let absent = self.expect(method, *caller, client, &self.owned.absent(), false).await;
                    assert_eq!((foreign.status, said(&foreign)), (absent.status, said(&absent)), "{method} as {caller:?}");
                    assert_eq!(self.state().await, before, "{method} as {caller:?} changed what they have no right over");
                }
            }
        }
    }

    /// Checks that a user with the right is not refused, and gets a 404 where nothing exists.
    async fn holder(&self, role: Role) {
        let (caller, client) = match role {
            Role::Staff => (As::Staff, self.stage.caller(As::Staff)),
            role => (As::Holder(role), self.owned.holder(role)),
        };
        for method in self.rule.verb.methods() {
            self.expect(method, caller, client, &self.owned.absent(), false).await;
        }
        for method in self.rule.verb.methods() {
            self.expect(method, caller, client, &self.owned.id, true).await;
        }
    }

    /// Checks that the guard comes before the body is read: a caller without access learns nothing about the fields.
    async fn nonsense(&self) {
        for caller in [As::Visitor, As::Suspended] {
            let Some((status, code)) = verdict(self.rule.who, caller) else { continue };
            for method in self.rule.verb.methods().iter().filter(|method| **method == Method::POST) {
                let client = self.stage.caller(caller);
                let request = client.request(method.clone(), &self.path(&self.owned.id)).body("nonsense");
                Answer::of(request).await.refused(status, code);
            }
        }
    }

    /// Checks that `HEAD` is answered like `GET` where that only reads, and nowhere else.
    async fn head(&self) {
        if self.rule.verb == Verb::Post {
            return;
        }
        let client = self.entitled();
        let before = self.state().await;
        let head = Answer::of(self.request(&Method::HEAD, client, &self.owned.id).await).await;
        assert_eq!(head.body, "", "HEAD {}", self.rule.path);
        if self.rule.verb == Verb::Get {
            let get = Answer::of(self.request(&Method::GET, client, &self.owned.id).await).await;
            assert_eq!(head.status, get.status, "HEAD {}", self.rule.path);
        } else {
            assert_eq!((head.status.as_u16(), &head.headers["allow"]), (405, &"GET, POST".parse().unwrap()));
            assert_eq!(self.state().await, before, "HEAD {} changed something", self.rule.path);
        }
    }

    /// Checks that no page of another site can make a browser do it, and that a repeat gets the same answer.
    async fn is_told_by_the_header_alone(&self) {
        let client = self.entitled();
        for method in self.rule.verb.methods() {
            if let Some((status, code)) = verdict(self.rule.who, As::Visitor) {
                let token = client.token.as_deref().unwrap_or_default();
                let request = self.request(method, self.stage.caller(As::Visitor), &self.owned.id).await;
                Answer::of(request.header("cookie", format!("manao_refresh={token}"))).await.refused(status, code);
            }
            let first = Answer::of(self.request(method, client, &self.owned.id).await).await;
            let again = Answer::of(self.request(method, client, &self.owned.id).await).await;
            assert_eq!((first.status.is_success(), first.status), (true, again.status), "{} {}", first.body, again.body);
        }
    }

    /// Returns a client with the right.
    fn entitled(&self) -> &Client {
        match (self.rule.over, self.rule.who) {
            (Some(over), _) => self.owned.holder(over.roles[0]),
            (None, Who::Promoter) => self.stage.caller(As::Promoter),
            (None, Who::StaffMember | Who::Staff(_)) => self.stage.caller(As::Staff),
            (None, _) => self.stage.caller(As::Other),
        }
    }

    async fn expect(&self, method: &Method, caller: As, client: &Client, id: &Value, there: bool) -> Answer {
        let answer = Answer::of(self.request(method, client, id).await).await;
        let told = format!("{method} {} as {caller:?}: {} {}", self.rule.path, answer.status, answer.body);
        assert_ne!(answer.status, 500, "{told}");
        let code = answer.body["code"].as_str().unwrap_or_default();
        match refusal(self.rule, caller, there) {
            Some(refusal) => assert_eq!((answer.status.as_u16(), code), refusal, "{told}"),
            None => {
                let not_found = self.rule.over.map(|over| over.thing.not_found.name);
                assert!(!REFUSALS.contains(&code) && Some(code) != not_found, "{told}");
            }
        }
        if caller.role().is_none() {
            let text = answer.body.to_string();
            assert!(!self.owned.secrets.iter().any(|secret| text.contains(secret)), "what is the owner's shows: {told}");
        }
        // A personal answer, or one with a token, must not be cached on its way.
        let kept = answer.headers.get("cache-control").and_then(|said| said.to_str().ok()).unwrap_or_default();
        assert!(self.rule.who == Who::Public || kept.contains("no-store"), "{told}: {kept:?}");
        answer
    }

    /// Makes the call in a session of its own, since some calls end it.
    async fn request(&self, method: &Method, client: &Client, id: &Value) -> RequestBuilder {
        let client = self.stage.world.fresh_session(client).await;
        if client.user_id == self.stage.caller(As::StaleStaff).user_id {
            let old = "update people.console_sessions set factor_at = factor_at - interval '10 minutes' where session_id = $1";
            sqlx::query(old).bind(client.session_id).execute(&self.stage.world.app.db).await.expect(old);
        }
        let request = client.request(method.clone(), &self.path(id)).header("idempotency-key", uuid::Uuid::new_v4().to_string());
        let mut body = (self.case.body)(self.owned);
        if let Some(Named::Body(name)) = self.rule.over.map(|over| over.named) {
            body[name] = id.clone();
        }
        if self.rule.verb == Verb::Post { request.json(&body) } else { request }
    }

    fn path(&self, id: &Value) -> String {
        let query = if self.case.query.is_empty() { String::new() } else { format!("?{}", self.case.query) };
        let parts = self.case.path.split('/').map(|part| match part.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) => self.value(name, id),
            None => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join("/") + &query
    }

    /// Returns the value of a path parameter.
    fn value(&self, name: &str, id: &Value) -> String {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if self.rule.over.is_some_and(|over| matches!(over.named, Named::Path(of) if of == name)) {
            return text(id);
        }
        if let Some((_, value)) = self.case.values.iter().find(|(of, _)| *of == name) {
            return (*value).to_owned();
        }
        let of_thing = self.owned.parts.get(name);
        match (of_thing, self.stage.parts.get(name)) {
            (Some(part), _) => text(part),
            (None, _) if name == "userId" => self.stage.bystander.to_string(),
            (None, Some(part)) => text(part),
            (None, None) => "4711".to_owned(),
        }
    }

    async fn state(&self) -> String {
        self.stage.text(self.owned.state, &self.owned.id).await
    }
}

/// Returns a refusal without the id of its request.
fn said(answer: &Answer) -> Value {
    let mut said = answer.body.clone();
    said.as_object_mut().and_then(|said| said.remove("requestId"));
    said
}
