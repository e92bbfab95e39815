<?php

// php install.php SITE URL: installs WordPress, and activates WooCommerce and the plugin. SITE/wp-config.php exists.

declare(strict_types=1);

[, $site, $url] = $argv;
$_SERVER += ['HTTP_HOST' => parse_url($url, PHP_URL_HOST) . ':' . parse_url($url, PHP_URL_PORT), 'REQUEST_METHOD' => 'GET'];
define('WP_INSTALLING', true);
require "$site/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Shop', 'admin', 'admin@shop.example', true, '', 'password-of-the-test');
update_option('siteurl', $url);
update_option('home', $url);
update_option('active_plugins', ['woocommerce/woocommerce.php', 'tefo-for-woocommerce/tefo-for-woocommerce.php']);
echo "installed\n";
