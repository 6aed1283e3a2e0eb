//! Concluding the sync: the terms are accepted, a profile may be taken over, and the account counts as synced. One transaction, once. When the
//! terms change they are accepted again, but the profile is not chosen again.

use manao_domain::profile::display_name_from;
use serde_json::json;

use super::profiles::{Identity, found};
use crate::account::TERMS_VERSION;
use crate::profile::Address;
use crate::user_log::{self, Kind};
use manao_kernel::access::ClientAddress;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// No profile: a new account.
pub const NONE: i64 = 0;

/// Concludes the sync with this profile, or with [`NONE`]. Repeating the same choice is fine.
///
/// # Errors
/// `legacy_profile_required` when there are profiles and none was chosen; `legacy_profile_not_found` for one that is not this person's;
/// `legacy_profile_claimed` for one of theirs that is already in use; `account_synced` when another choice was made before.
pub async fn conclude(change: &mut Change, user_id: i64, chosen: i64, address: ClientAddress) -> Result<(), Problem> {
    let identity = Identity::load(change.conn(), user_id, true).await?;
    if identity.synced {
        return same_as_before(change, user_id, chosen).await;
    }
    let now = change.now();
    let name = if identity.has_chosen {
        same_as_before(change, user_id, chosen).await?;
        None
    } else if chosen == NONE {
        if !found(change.conn(), &identity).await?.is_empty() {
            return Err(Problem::invalid("selectedUserId", codes::legacy_profile_required));
        }
        None
    } else {
        Some(claim(change, user_id, chosen, &identity).await?)
    };
    sqlx::query!(
        "insert into people.terms_acceptances (user_id, version, accepted_at, address) values ($1, $2, $3, $4::text::inet)
         on conflict (user_id, version) do nothing",
        user_id,
        TERMS_VERSION,
        now,
        address.0.map(|address| address.to_string()),
    )
    .execute(change.conn())
    .await?;
    sqlx::query!(
        "update people.users set synced_at = coalesce(synced_at, $2), version = version + 1 where id = $1",
        user_id,
        now
    )
    .execute(change.conn())
    .await?;
    user_log::write(change, user_id, Kind::TermsAccepted, json!({ "version": TERMS_VERSION })).await?;
    if let Some(name) = name {
        user_log::write(change, user_id, Kind::ProfileContinued, json!({ "name": name })).await?;
    }
    Ok(())
}

/// Accepts a repeated choice: the same profile again, or none from a person who only accepts changed terms.
async fn same_as_before(change: &mut Change, user_id: i64, chosen: i64) -> Result<(), Problem> {
    let before = sqlx::query!(
        r#"select (select id from people.legacy_profiles where claimed_by = $1) as profile,
                  exists (select from people.terms_acceptances where user_id = $1 and version <> $2) as "accepts_again!""#,
        user_id,
        TERMS_VERSION
    )
    .fetch_one(change.conn())
    .await?;
    let fits = before.profile.unwrap_or(NONE) == chosen || (before.accepts_again && chosen == NONE);
    if fits { Ok(()) } else { Err(codes::account_synced.into()) }
}

/// Takes the profile over: its name and picture, and everything the person has not entered here yet. The usual rules apply: a name that could
/// reveal an address is left out, and so is an invalid place. Returns the new display name.
async fn claim(change: &mut Change, user_id: i64, profile_id: i64, identity: &Identity) -> Result<String, Problem> {
    let now = change.now();
    // The condition is checked again after waiting for another person who claims the same row.
    let claimed = sqlx::query!(
        "update people.legacy_profiles set claimed_by = $2, claimed_at = $3
         where id = $1 and claimed_at is null
           and ((identity_type = 'email' and identity = $4) or (identity_type = 'msisdn' and identity = $5))
         returning display_name, province, district, sub_district, zip_code",
        profile_id,
        user_id,
        now,
        identity.email,
        identity.msisdn,
    )
    .fetch_optional(change.conn())
    .await?;
    let Some(claimed) = claimed else {
        // Nothing is revealed about somebody else's profiles, not even that they exist.
        let taken = sqlx::query_scalar!(
            r#"select exists (select from people.legacy_profiles where id = $1 and claimed_at is not null
                 and ((identity_type = 'email' and identity = $2) or (identity_type = 'msisdn' and identity = $3))) as "taken!""#,
            profile_id,
            identity.email,
            identity.msisdn,
        )
        .fetch_one(change.conn())
        .await?;
        return Err(if taken { codes::legacy_profile_claimed } else { codes::legacy_profile_not_found }.into());
    };
    let name = sqlx::query_scalar!(
        "update people.users set display_name = coalesce($3, users.display_name), picture = coalesce(l.picture, users.picture)
         from people.legacy_profiles l where users.id = $1 and l.id = $2 returning users.display_name",
        user_id,
        profile_id,
        display_name_from(&claimed.display_name, identity.email.as_deref()),
    )
    .fetch_one(change.conn())
    .await?;
    let place = Address {
        province: claimed.province.as_deref(),
        district: claimed.district.as_deref(),
        sub_district: claimed.sub_district.as_deref(),
        zip_code: claimed.zip_code.as_deref(),
    };
    // If an address was entered here, no part of the earlier one is added, since they may not belong together.
    let has_address = sqlx::query_scalar!(
        r#"select exists (select from people.profiles
                          where user_id = $1 and num_nonnulls(address, sub_district, district, province, zip_code) > 0) as "has!""#,
        user_id
    )
    .fetch_one(change.conn())
    .await?;
    let place = if has_address || place.refusal().is_some() { Address::default() } else { place };
    sqlx::query!(
        "insert into people.profiles as p (user_id, first_name_th, last_name_th, first_name_en, last_name_en, nickname, birthday, gender,
                                    occupation, address, sub_district, district, province, zip_code, updated_at)
         select $1, first_name_th, last_name_th, first_name_en, last_name_en, nickname, birthday, gender,
                occupation, case when not $4 then address end, $5, $6, $7, $8, $3
         from people.legacy_profiles where id = $2
         on conflict (user_id) do update set
           first_name_th = coalesce(p.first_name_th, excluded.first_name_th),
           last_name_th = coalesce(p.last_name_th, excluded.last_name_th),
           first_name_en = coalesce(p.first_name_en, excluded.first_name_en),
           last_name_en = coalesce(p.last_name_en, excluded.last_name_en),
           nickname = coalesce(p.nickname, excluded.nickname),
           birthday = coalesce(p.birthday, excluded.birthday),
           gender = coalesce(p.gender, excluded.gender),
           occupation = coalesce(p.occupation, excluded.occupation),
           address = coalesce(p.address, excluded.address),
           sub_district = coalesce(p.sub_district, excluded.sub_district),
           district = coalesce(p.district, excluded.district),
           province = coalesce(p.province, excluded.province),
           zip_code = coalesce(p.zip_code, excluded.zip_code),
           version = p.version + 1, updated_at = excluded.updated_at",
        user_id,
        profile_id,
        now,
        has_address,
        place.sub_district,
        place.district,
        place.province,
        place.zip_code,
    )
    .execute(change.conn())
    .await?;
    Ok(name)
}
