//! Browsers that an account knows because its owner has logged in there before. Limits count them apart from strangers.

use axum_extra::extract::cookie::CookieJar;

use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::secret::Secret;

/// Cookie that identifies a browser; sent to our calls only.
pub const DEVICE_COOKIE: &str = "manao_device";

/// A browser in which the holder of a login (a verified number or e-mail) has logged in before.
pub struct KnownDevice {
    pub user_id: i64,
    pub hash: Vec<u8>,
}

impl KnownDevice {
    /// Returns the browser that shows this secret, if the holder of the login has used it before.
    pub async fn find(app: &App, device: Option<&Secret>, login: &str) -> Result<Option<Self>, Problem> {
        let Some(device) = device else { return Ok(None) };
        let hash = device.hash().to_vec();
        let (address, number) = if login.contains('@') { (Some(login), None) } else { (None, Some(login)) };
        let user_id = sqlx::query_scalar!(
            "select u.id from people.users u join people.devices d on d.user_id = u.id
             where ((u.email = $1::text::citext and u.email_verified_at is not null)
                    or (u.msisdn = $2 and u.msisdn_verified_at is not null))
               and d.hash = $3",
            address,
            number,
            hash,
        )
        .fetch_optional(&app.db)
        .await?;
        Ok(user_id.map(|user_id| Self { user_id, hash }))
    }

    /// Returns the key that limits count by.
    pub fn key(&self) -> String {
        let hash: String = self.hash.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}:{hash}", self.user_id)
    }

    /// Returns the hash that the database counts by; it is empty for strangers, who are counted together.
    pub fn counted(known: Option<&Self>) -> &[u8] {
        known.map_or(&[][..], |device| &device.hash[..])
    }
}

/// Returns the secret in the browser's device cookie.
pub fn shown_device(jar: &CookieJar) -> Option<Secret> {
    jar.get(DEVICE_COOKIE).and_then(|cookie| Secret::parse(cookie.value()))
}
