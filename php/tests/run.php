<?php

// php tests/run.php: runs the tests of this package, without PHPUnit and without a network.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

error_reporting(E_ALL);
set_error_handler(fn (int $level, string $message) => throw new ErrorException($message));

$failed = 0;

function test(string $title, callable $body): void
{
    global $failed;
    try {
        $body();
        echo "ok - $title\n";
    } catch (Throwable $error) {
        $failed += 1;
        echo "not ok - $title\n  {$error->getMessage()} ({$error->getFile()}:{$error->getLine()})\n";
    }
}

function same(mixed $actual, mixed $expected, string $what = ''): void
{
    if ($actual !== $expected) {
        throw new Exception("$what: " . var_export($actual, true) . ' is not ' . var_export($expected, true));
    }
}

/** Returns the exception of a class that the body throws. */
function thrown(string $class, callable $body): Throwable
{
    try {
        $body();
    } catch (Throwable $error) {
        return $error instanceof $class ? $error : throw $error;
    }
    throw new Exception("no $class was thrown");
}

foreach (glob(__DIR__ . '/*Test.php') as $file) {
    require $file;
}
exit($failed === 0 ? 0 : 1);
